// The engine in this thread: dispatch, packs and officers' commands with one open database.

import { promisify } from 'node:util'
import { constants as zlib, zstdCompress } from 'node:zlib'
import { openCardSandbox } from '../../../card-sandbox/open.ts'
import { getDefinition } from '../../contract/index.ts'
import { toPictureUrl } from '../../domain/picture.ts'
import { noSoldVendors } from '../../domain/sales/soldVendors.ts'
import { openNewsletterLinks } from '../areas/newsletter/links/newsletterLinks.ts'
import { getLookupKey } from '../auth/lookupProof.ts'
import { findTrouble } from '../checks/readiness.ts'
import { toPictureAddress } from '../club/addresses.ts'
import { getClub } from '../club/db/club.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import { createTheme } from '../club/theme.ts'
import { listMessages } from '../db/instance/sandboxMessage.ts'
import { createTenantResolver } from '../dispatch/clubOfCall.ts'
import { createDispatch } from '../dispatch/dispatch.ts'
import { createLimits } from '../dispatch/limits.ts'
import { findEvent } from '../event/db/event.ts'
import { findEventPack } from '../event/eventPack.ts'
import { createPackChanges, followPackChanges, type PackChanges } from '../event/packChanges.ts'
import { openShiftLinks } from '../event/shiftLinks.ts'
import { findSoldVendors } from '../event/vendorsBesidePack.ts'
import { databaseUpkeepEveryMs, forgetAttemptsEveryMs, recurringLimits } from '../limits/jobs.ts'
import { compressionLevels } from '../limits/machine.ts'
import { openMemberCodes } from '../member/memberCodes.ts'
import { createCards } from '../order/cardProvider.ts'
import { sweep } from '../order/sweeper.ts'
import { receiveWebhook } from '../order/webhooks.ts'
import { toBrotli, toGzip } from '../process/compression.ts'
import type { Engine, PackBodies } from '../process/engine.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import { hasCardSandbox, toWebhookUrl } from '../providers/cardAddresses.ts'
import { getPushKeys } from '../providers/push.ts'
import { internet, type PushNetwork } from '../providers/pushNetwork.ts'
import { openPushSender } from '../providers/pushSend.ts'
import { getCardKeys, getCardProvider } from '../providers/stripe.ts'
import type { RecurringWork } from '../queue/jobHandler.ts'
import { createRunner } from '../queue/runner.ts'
import { openTimedLinks } from '../sealed/timedLinks.ts'
import { listStored } from '../storage/db/objects.ts'
import { endPictureProcesses, onPictureLoss } from '../storage/pictures.ts'
import { handlers } from './actions.ts'
import { createEngineFigures } from './engineFigures.ts'
import { createJobHandlers, createRecurring } from './jobs.ts'
import { findProvenCaller } from './provenCaller.ts'

const compressZstd = promisify(zstdCompress)

/** What the engine does for club officers and at the first start. */
export interface OfficersWork {
  runClubCommand(services: Services, args: readonly string[], print: (text: string) => void): Promise<number>
  importDemoIfDue(services: Services, print: (text: string) => void): Promise<void>
}

export interface LocalEngine extends Engine {
  /** Does all jobs and recurring work that is due. For tests that move the clock. */
  runDue(): Promise<void>
}

/**
 * Also closes the database of `services` at its end. `packChanges` counts changes that packs may show;
 * `pushNetwork` leads to the push services.
 */
export async function createLocalEngine(
  services: Services,
  log: Log,
  officers: OfficersWork,
  packChanges: PackChanges = createPackChanges(),
  pushNetwork: PushNetwork = internet,
): Promise<LocalEngine> {
  const { database } = services
  followPackChanges(database, packChanges)
  // the first read of each opens its own transaction, which handlers cannot do
  const pushSender = openPushSender(services, pushNetwork, await getPushKeys(services))
  await getLookupKey(services)
  await openMemberCodes(services)
  await openTimedLinks(services, 'file links')
  await openTimedLinks(services, 'own data links')
  await openNewsletterLinks(services)
  await openShiftLinks(services)
  const cards = createCards(await getCardProvider(services))
  const sandbox = hasCardSandbox(services.config) ? await mountCardSandbox(services, log) : undefined
  const tenants = createTenantResolver(services)
  const limits = createLimits(services, handlers)
  const running = new Set<Promise<unknown>>()
  const dispatch = createDispatch({ services, handlers, tenants, limits, log, cards })
  const timers = [
    repeat(databaseUpkeepEveryMs, () => database.maintain()),
    repeat(forgetAttemptsEveryMs, () => limits.forget()),
  ]
  const sweeping: RecurringWork = {
    name: 'sweep orders',
    ...recurringLimits.sweepOrders,
    run: () => sweep({ services, cards, log }),
  }
  const runner = createRunner({
    services,
    log,
    handlings: createJobHandlers({ fetch, cards, pushSender }),
    recurring: [...createRecurring(cards), sweeping],
  })
  await runner.start()
  const figures = createEngineFigures(services)
  const forgetLosses = onPictureLoss((loss) => log.warn(loss, 'a picture ended the process that read it'))
  let isReady = false

  function repeat(everyMs: number, work: () => Promise<void>): NodeJS.Timeout {
    let isBusy = false
    const timer = setInterval(() => {
      if (isBusy) return
      isBusy = true
      track(work())
        .catch((error: unknown) => log.error({ err: error }, 'upkeep failed'))
        .finally(() => {
          isBusy = false
        })
    }, everyMs)
    return timer.unref()
  }

  async function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    try {
      return await work
    } finally {
      running.delete(work)
    }
  }

  function findTenant(slug: string | null): Promise<TenantIdentity | undefined> {
    return slug === null ? tenants.findDefault() : tenants.find({ slug })
  }

  return {
    dispatch: (call) => track(dispatch(call)),

    findCaller: (proof) => track(findProvenCaller(services, tenants, proof)),

    async findClub(slug) {
      const tenant = await findTenant(slug)
      if (tenant === undefined) return undefined
      const club = await database.inTenant(tenant.id, (tx) => getClub(tx))
      const { themeColor, backgroundColor } = createTheme(club.portal, club.portal.font).manifest
      return {
        tenantId: tenant.id,
        slug: tenant.slug,
        name: club.name,
        language: club.language,
        themeColor,
        backgroundColor,
        logoHash: club.logoHash,
      }
    },

    async findPack(slug, eventId, known, preview) {
      const tenant = await findTenant(slug)
      if (tenant === undefined) return undefined
      const found = await database.inTenant(tenant.id, async (tx) => {
        const pack = await findEventPack(tx, services, tenant, eventId, preview)
        const sold = await findSoldVendors(tx, services, tenant, eventId)
        return pack && { pack, soldVendors: sold?.version ?? noSoldVendors }
      })
      if (found === undefined) return undefined
      const { pack, soldVendors } = found
      return { pack: pack.version === known ? 'unchanged' : await track(toBodies(pack)), soldVendors }
    },

    countPackChanges: () => (database.engine === 'embedded' ? Atomics.load(packChanges, 0) : null),

    async findEventSummary(slug, eventId) {
      const tenant = await findTenant(slug)
      if (tenant === undefined) return undefined
      const event = await database.inTenant(tenant.id, (tx) => findEvent(tx, eventId))
      if (event === undefined) return undefined
      const picture = toPictureAddress(services.config, tenant, event.pictures[0])
      return {
        name: event.name,
        place: event.place,
        startDate: event.start_on,
        endDate: event.end_on,
        description: event.description,
        poster: picture === '' ? null : toPictureUrl(picture, 'poster'),
      }
    },

    findStored: (keys) => database.withoutClub((tx) => listStored(tx, keys)),

    async listSandboxMessages(kind) {
      const messages = await database.withoutClub((tx) => listMessages(tx, kind))
      return messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() }))
    },

    answerMounted: async (request) => sandbox && track(sandbox.answer(request)),

    receiveCardEvent: (body, signature) => track(receiveWebhook({ services, cards, log }, body, signature)),

    runClubCommand: (args, print) => track(officers.runClubCommand(services, args, print)),

    async prepare(print) {
      await track(officers.importDemoIfDue(services, print))
      isReady = true
      sandbox?.start()
    },

    isReady: () => isReady,

    findTrouble: () => findTrouble({ database, dataDir: services.config.dataDir }),

    readFigures: () => track(figures.read()),

    runDue: () => runner.runDue(),

    async close() {
      isReady = false
      for (const timer of timers) clearInterval(timer)
      figures.close()
      await runner.stop()
      pushSender.close()
      await sandbox?.close()
      await Promise.allSettled(running)
      await endPictureProcesses()
      forgetLosses()
      await database.close()
    },
  }
}

/** Stands in for the card provider. It uses our database and our clock; everything else goes over HTTP. */
async function mountCardSandbox(services: Services, log: Log): Promise<ReturnType<typeof openCardSandbox>> {
  const { config, database, now, newId } = services
  return openCardSandbox({
    database: { transaction: (body) => database.withoutClub((tx) => body(tx.withTables())) },
    keys: await getCardKeys(services),
    webhookUrl: toWebhookUrl(config),
    fetch,
    log,
    now,
    newId,
  })
}

/** The same text as the answer of `get_event_pack`, made and compressed once for all phones. */
async function toBodies(pack: { version: string }): Promise<PackBodies> {
  const levels = compressionLevels.pack
  const projected = getDefinition('get_event_pack').output.parse(pack)
  const plain = Buffer.from(JSON.stringify({ success: true, ...projected }))
  const [brotli, gzipped, zstd] = await Promise.all([
    toBrotli(plain, levels.brotli),
    toGzip(plain, levels.gzip),
    compressZstd(plain, { params: { [zlib.ZSTD_c_compressionLevel]: levels.zstd } }),
  ])
  return { version: pack.version, plain, brotli, gzip: gzipped, zstd }
}
