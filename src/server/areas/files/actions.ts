// Handlers for the club's files.
import type { files as contract } from '../../../contract/files.ts'
import { toFileAddress } from '../../club/addresses.ts'
import { findSharedFile, listFolders, listSharedFiles } from '../../club/db/mediaFile.ts'
import type { Handlers } from '../../dispatch/handler.ts'
import { openTimedLinks } from '../../sealed/timedLinks.ts'

export const files = {
  async get_media({ tx, tenant, now, services }) {
    const links = await openTimedLinks(services, 'file links')
    const shared = await listSharedFiles(tx)
    const folders = await listFolders(tx)
    return {
      media: shared.map(({ id, name, contentType, bytes, folderId, createdAt }) => ({
        id,
        name,
        contentType,
        bytes,
        url: toFileAddress(services.config, tenant, id, links.make([tenant.uuid, id], now)),
        parent: String(folderId ?? 0),
        created: createdAt.toISOString(),
      })),
      folders: folders.map(({ id, label, color }) => ({ id: String(id), label, color })),
    }
  },

  async open_file({ tx, tenant, now, services, fail }, { id, until, proof }) {
    const links = await openTimedLinks(services, 'file links')
    const isOpen = links.isOpen([tenant.uuid, id], { until, proof }, now)
    const file = isOpen ? await findSharedFile(tx, id) : undefined
    if (file === undefined) return fail('file-not-found', 'This link has run out, or the file is gone.')
    const { name, contentType, bytes, hash } = file
    return { name, contentType, bytes, hash }
  },
} satisfies Pick<Handlers, keyof typeof contract>
