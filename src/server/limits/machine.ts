// How much of the machine each thing may take: connections, queues, pools, caches, and timeouts of the process and of
// the services that it talks to.
import { minuteMs, secondMs } from '../../domain/time.ts'

// Database

export const databaseConnections = 10
/**
 * Fewer than there are connections (the embedded engine has only one), so that reads wait for a write or two
 * and not for everything that a show hands in at once.
 */
export const writersAtOnce = { embedded: 1, postgres: 8 } as const
/** So many single calls at most are answered together. */
export const callsAnsweredTogether = 50
/**
 * When so many wait, they are answered beside those whose turn it is: while the database works for the one set, the
 * calls of the other are read and their answers sent. A transaction for fewer costs more than that brings.
 */
export const callsAnsweredBeside = { embedded: Number.POSITIVE_INFINITY, postgres: 20 } as const
/** How often a transaction is run when others are in its way, and how much longer it pauses each time. */
export const mostTransactionRuns = 5
export const transactionPauseMs = 20
/** How often a write is run when other writes with the same key overtake it. */
export const mostOvertakenRuns = 6
/** Of several processes that make the database's roles at once. */
export const mostRoleRaces = 5
export const roleRacePauseMs = 20
/** Every connection keeps each of them. */
export const mostPreparedStatements = 1000
export const longestPreparedStatement = 4000
/** Of a folder that an interrupted start left. */
export const mostRemovalRetries = 3
/** How often a club that is to be removed is backed up, because it changes meanwhile. */
export const mostRemovalBackups = 3
/** A start after a kill has to read the log since the last checkpoint. */
export const largestDatabaseLogBytes = 64 * 2 ** 20

export const leastPostgresVersion = 15
/** A start waits so long for a database that does not answer yet, and asks again after each pause. */
export const longestDatabaseWaitMs = minuteMs
export const databaseWaitPauseMs = secondMs
/**
 * Between two statements of a transaction, which waits for nobody but the database. The locks of a process that stands
 * still, or whose machine is gone, are free after this time.
 */
export const longestIdleTransactionMs = 10 * secondMs
/** For one question of the checks. */
export const longestDatabaseStepMs = 5 * secondMs

/** Until a database server that was told to close a connection has done so. */
export const longestGoodbyeMs = secondMs
/** Whoever closes the database waits so long for transactions that are open on a database server. */
export const longestDatabaseCloseMs = 5 * secondMs

/** Of several database servers: each is asked so often, and given so long to answer. */
export const primaryLookEveryMs = secondMs
export const longestPrimaryLookMs = 1.5 * secondMs
/** What was sent is noted as soon as the database is back: after each pause, and so long. */
export const endStoringPauseMs = secondMs / 4
export const longestEndStoringMs = 10 * minuteMs
/** If none of them has taken writes for so long, whoever waits is told to come back, and whoever comes too. */
export const longestPrimarySilenceMs = 10 * secondMs

/** Once a write has found no room, the disk counts as full so long. Jobs write about once a minute. */
export const fullDiskMemoryMs = 90 * secondMs

// The storage of pictures and files, where it is another machine

export const longestStorageConnectMs = 3 * secondMs
/** Without a byte from it, or room for one of ours. */
export const longestStorageSilenceMs = 8 * secondMs
/** What may go better a moment later is tried so often, after a pause that doubles. */
export const mostStorageTries = 3
/** No try begins later than this, where people wait. */
export const longestStorageTriesMs = 4 * secondMs
/** So nobody waits longer for the storage's answer to one question: the last try, and the pause before it. */
export const longestStorageAnswerMs = longestStorageTriesMs + longestStorageSilenceMs + secondMs
/** The same where nobody waits on a screen: uploads in parts, and lists. */
export const longestPatientAnswerMs = mostStorageTries * (longestStorageSilenceMs + secondMs)
/** Of the SDK by itself. */
export const mostSdkTries = 1
export const storagePauseMs = 100
/** Those of readers may each be as slow as a phone. */
export const storageConnections = { asking: 50, reading: 500 } as const
/** While it says nothing, so many ask at once whether it does again. All others are refused at once. */
export const storageProbes = 2
/** Of one picture, or of what a backup brings. */
export const storagePutsAtOnce = 4
export const storageLooksAtOnce = 20
export const storageCopiesAtOnce = 8
/** A storage takes 10,000 parts at most: so a backup may have 160 GB. */
export const storagePartBytes = 16 * 2 ** 20

/** On the disk of each machine. */
export const largestPictureCacheBytes = 2 * 2 ** 30
/** After so much was written, the oldest make room. */
export const pictureCacheSweptAfterBytes = 64 * 2 ** 20
/** A picture that was removed is still shown so long by a machine that has it. */
export const pictureMemoryMs = 10 * minuteMs

// Figures for Prometheus

/** Figures from the database are this old at most, so that scraping costs little. */
export const figuresMemoryMs = 20 * secondMs
/** The same for whether the instance is ready; who asks waits no longer than the second. */
export const readinessMemoryMs = 2 * secondMs
export const longestReadinessMs = 8 * secondMs
export const requestSecondsBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10]

// Memory of a process

/** Strangers choose what is counted, so there is room for only so many. */
export const mostCounters = 50_000
/** How many of each kind are kept, because making or reading them again costs more than a look. */
export const cacheSizes = {
  themes: 256,
  cleanPages: 256,
  documents: 200,
  packs: 200,
  /** A show has one that everybody asks for. */
  events: 16,
  clubs: 1000,
  upcomingEvents: 50,
  /** Compressed answers. A show asks for a few of one club. */
  sharedBodies: 40,
  encodingsHeaders: 500,
  providerReads: 10_000,
  /** Which version of a picture is stored, where that is on another machine. */
  pictures: 20_000,
} as const
/** A suspended club stops answering within this time. */
export const clubMemoryMs = secondMs // rules/security 1.8
/** A new build is noticed within this time, without a restart. */
export const buildRescanMs = secondMs
/** While only the engine can tell, its answer that a pack is unchanged is valid for this long. */
export const packUnchangedMs = secondMs
/** After this time the engine is asked again in the background, so that no phone waits for a busy engine. */
export const packRefreshAheadMs = 400
/**
 * When the engine is busy, a phone without a pack gets the cached one after this time. A phone that has a
 * pack waits for the engine: if it heard "unchanged" too early, it would not ask again for a minute.
 */
export const longestPackWaitMs = 150

// Requests

/** A phone with a bad connection may take long to upload a picture, but not for ever. */
export const requestTimeoutMs = 120 * secondMs
/**
 * Longer than a proxy keeps an idle connection to us (Caddy 120 seconds, nginx 60), so that none sends a call on one that
 * we are closing: a call that changes something is not sent again by a proxy.
 */
export const keepAliveMs = 150 * secondMs
/**
 * To read a request is little work, and whose turn it is to have it done is known only then: many that come at once
 * must not make the others wait here.
 */
export const requestSliceMs = 5
/** Who is told to come back because many wait comes back after so many seconds. */
export const busyRetrySeconds = 2
/** The same where the card provider has not answered. */
export const providerRetrySeconds = 5
/** The same where the storage has not. */
export const storageRetrySeconds = 10
/** Requests without their own line in the log are counted there so often. */
export const requestCountsLoggedEveryMs = minuteMs

// Large bodies (rules/security 1.1), which need a place while they come

/** A venue's phones share an address, but they seldom send a large batch in the same second. */
export const largeBodiesPerAddress = 16
/** Of one sign-in or one judge: a phone sends two batches at once. */
export const largeBodiesPerCaller = 8
export const mostLargeBodies = 128
/** The rest is kept for callers with a sign-in or a judge's grant. */
export const mostLargeBodiesOfStrangers = (mostLargeBodies * 3) / 4
/** What a body is taken for when it comes, in bytes a second. */
export const firstBodySpeed = 16 * 1024
/** So far back the speed looks, more or less. */
export const bodySpeedMemoryMs = 5 * secondMs
/** One that brings less than this in each stretch is ended: 1 kB a second. */
export const leastBodyBytes = 10_000
export const slowBodyMs = 10 * secondMs
export const bodyRetrySeconds = 5
/** So many senders are looked up at once. Any more are taken for strangers. */
export const sendersLookedUpAtOnce = 256
/** A refused body is still read up to here, so that the sender can read the answer. */
export const mostDiscardedBytes = 64 * 2 ** 20

// Passwords (rules/security 3.8)

/** And always one processor less than there are: it is left to readers and scores. */
export const passwordsAtOnce = 2
/** When more than this many wait, strangers are told to come back. It is a few seconds' work. */
export const longestPasswordQueue = 200
/** Of a club file. */
export const importedPasswordsAtOnce = 2

// Pictures (rules/security 7.2), in processes of their own

export const pictureProcesses = 2
export const pictureProcessIdleMs = 30 * secondMs
export const longestPictureProcessStartMs = 30 * secondMs
export const longestPictureMs = 15 * secondMs
/** The largest harmless picture (25 million dots, 16 bits, interlaced) takes 400 MB of it. */
export const largestPictureMemoryBytes = 640 * 2 ** 20
/** A process that holds more than this part (a third) after a picture reads no other one. */
export const pictureMemoryRestPart = 3
/** How often the memory is looked at, by the server and by the process itself. */
export const pictureMemoryEveryMs = 50
/** JavaScript only passes bytes on; pictures are outside of this heap. */
export const pictureHeapMegabytes = 128
/** When more than this many wait, callers are told to come back. */
export const longestPictureQueue = 500
/** Who sends many, or one that takes long, delays few others. */
export const picturesAtOncePerMember = 1
/** Of a club file. */
export const importedPicturesAtOnce = 4

/** The largest that an officer may bring takes a tenth of it. */
export const longestWorkbookMs = minuteMs

// Foreign services

/** For one request. The SDK tries again under the same idempotency key. */
export const providerTimeoutMs = 20 * secondMs
export const mostProviderRetries = 2
/** The provider is slow and allows only a few requests at a time. */
export const providerCallsAtOnce = 8
/** For one step with a mail server that does not answer, and for the whole conversation. */
export const longestMailStepMs = 10 * secondMs
export const longestMailMs = 45 * secondMs
export const longestTextMessageMs = 15 * secondMs
export const longestPushMs = 10 * secondMs // rules/security 6.4
export const connectionsPerPushService = 24

// Start, stop and build

/** When the server stops, requests that still run after this time are cut off. */
export const longestStopMs = 5 * secondMs
/** Database work that still runs then (an import, perhaps) is dropped. Without a commit it has no effect. */
export const longestCloseMs = 3 * secondMs
/** Pages of this many earlier builds still find their files. */
export const mostEarlierBuilds = 5
/** Smaller bodies fit into one packet anyway. */
export const leastCompressedBytes = 1024
/** How hard each is compressed: what is made once and sent often the hardest. */
export const compressionLevels = {
  build: { brotli: 11, gzip: 9 },
  /** Files of the build that it has not compressed. */
  file: { brotli: 9, gzip: 9 },
  pack: { brotli: 9, gzip: 9, zstd: 15 },
  document: { brotli: 5, gzip: 6 },
  answer: { brotli: 4, gzip: 5 },
  backup: { gzip: 6 },
  /** What only lies on the disk for a while. */
  spool: { zstd: 1 },
} as const

// Checks of the doctor and of the start

/** For one question to a foreign service. */
export const longestCheckStepMs = 8 * secondMs
/** Below the first, writes fail soon; below the second, the doctor warns. */
export const leastFreeBytes = 64 * 2 ** 20
export const fewFreeBytes = 2 ** 30
