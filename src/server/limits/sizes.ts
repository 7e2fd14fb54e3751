// How large or long something may be, and how many of a thing there may be: bytes, characters, dots, rows, portions of
// long work. What the app checks too is in src/domain and src/contract, and the largest body of a call with it.

/** The largest number of a row. */
export const largestId = 2 ** 31 - 1

// Requests: what else one may hold

/** The deepest input that we take is a club's page. Up to this depth, recursion over a body is safe. */
export const deepestJson = 48
/** The provider's events have a few KB. */
export const largestWebhookBytes = 256 * 1024 // rules/security 1.1
/** The provider's own limit is not known. Our requests are far smaller. */
export const largestSandboxBytes = 100_000
export const largestPolicyReportBytes = 16 * 1024
export const longestToken = 2048
export const longestGrant = 256
export const longestCookie = 512
export const longestEncodingsHeader = 200
export const longestPushEndpoint = 1024 // rules/security 6.1
/** Of a push service's answer we need the status alone. */
export const largestPushAnswerBytes = 1024 // rules/security 6.4
/** The maximum length of the look-up's field. */
export const longestLookedUpEmail = 48
/** How much of a name an answer shows. */
export const longestFaultPath = 100
/** How much of an address the log has. */
export const longestLoggedPath = 200
/** Of a password that is a common one with something around it, only the most common count. */
export const mostDecoratedPasswords = 1000

// Secrets: how many random bytes each has

/** 256 bits: a key of the instance, a judge's grant, link and device. */
export const secretBytes = 32 // rules/security 1.8 and 2.1
export const gateCodeBytes = 10 // rules/security 2.5
export const calendarCodeBytes = 20 // rules/security 5.81
export const knownDeviceIdBytes = 12
export const sandboxKeyBytes = 24
/** Of the operator's own, for `/sandbox`. */
export const leastSandboxTokenLength = 16

// Pictures (rules/security 7.2)

/** More than any call brings: a club file's. */
export const largestPictureBytes = 20 * 2 ** 20
/** Before decoding. */
export const mostPixels = 25_000_000
/** The longest side of a WebP. */
export const longestPictureSide = 16_383
/** Each goes over the whole picture again. Cameras and programs write about ten. */
export const mostJpegScans = 50
/** The stored widths. A picture is never enlarged, so its last file may be narrower than its slot. */
export const pictureWidths = [160, 400, 800, 1600, 2048] as const
/** Of who names no width: it fills a phone. */
export const usualPictureWidth = 800
/** The maximum size of each kind of picture. */
export const pictureFits = {
  avatar: { width: 100, height: 100, resize: 'cover' },
  /** The same from people: the whole picture, in a square. */
  portrait: { width: 100, height: 100, resize: 'contain' },
  /** Uploads fit completely into 400 × 400. */
  upload: { width: 400, height: 400, resize: 'inside' },
  photo: { width: 1600, height: 1600, resize: 'inside' },
  map: { width: 2048, height: 2048, resize: 'inside' },
} as const

// Files that officers bring

/** A file of ten megabytes is already large, but pictures may be inside it as data URLs. */
export const largestClubFileBytes = 256 * 2 ** 20
/** At most so many are told, because somebody has to read them. */
export const mostClubFileFaults = 200
/** Of a club, for its members. */
export const largestFileBytes = 50 * 2 ** 20
/** Tables and calendars. */
export const largestTableMegabytes = 4
export const largestMembersTableMegabytes = 32
/** What an Excel file may hold unpacked, and the memory of the thread that reads it. */
export const largestWorkbookMegabytes = 256
export const mostWorkbookMemoryMegabytes = 1024
/** Of a million bytes each. A newsletter is attached to each mail. What is larger, many mail servers refuse. */
export const largestNewsletterMegabytes = 7
/** What other programs write above the headings of a table. */
export const mostLinesAboveHeadings = 10
export const tagsPerMember = 50
export const longestTag = 64
/** A tag of more words is a remark. */
export const mostWordsPerTag = 3
/** "T. J." is in capitals because it is short. */
export const mostInitials = 4
export const phonesPerMember = 10
export const longestTitleOfPerson = 4
// what the club file takes, so that a schedule can be exported and imported again
export const daysPerSchedule = 60
export const entriesPerScheduleDay = 500
/** Before its first day and after its last; a day farther away is hardly meant. */
export const daysBesideEvent = 3
/** Next year's event begins at least so long after last year's; one that begins earlier is perhaps not meant. */
export const daysToNextShow = 182
/** A text that names a year so long before an event's is about a car or the club. */
export const yearsOfShowTexts = 5
/** A sale that has ended so long before the event, or ends so long after it, is hardly that of this event. */
export const daysOfClosedSale = 90

// What officers make and print at once

export const mostVotersAtOnce = 20_000
export const gateTicketsPerSale = 100
export const mostYearsPerExtension = 99
/** Whom an officer may have meant by a name that nobody has: more of them are no help. */
export const mostNearMembers = 5
/** Of what is typed at the gate. */
export const gateLengths = { name: 64, year: 24, make: 24, model: 64, email: 128 } as const
// what a locked phone shows of a notice
export const longestNoticeTitle = 60
export const longestNoticeText = 300
/** Of what is listed in full; the rest is counted. */
export const longestPrintedList = 500
/** Of one line of it: a cell may have megabytes. */
export const longestPrintedLine = 2000
/** Of many records, the names in one line. */
export const namedPerLine = 8
/** Of a long text, where the officer is to see how it changes. */
export const printedExcerpt = 90
export const excerptLead = 20
/** A schedule loses at most so many entries, or half of them, without a word more than `--prune`. */
export const prunedEntriesUnasked = 3
/** A copy of an event begins at most so many years from now; later is a slip. */
export const farthestCopyYears = 3
/** A member since before, or until after, is more often a slip than a day. */
export const yearsOfMembers = { first: 1900, last: 2100 }
/** The last valid day of a membership is in no year before. */
export const firstYearOfLastDays = 1950
/** A number that stands for an earlier day is more often a slip. */
export const firstYearOfSerialDays = 1980
/** A membership that is paid for longer than that is more often one for life, or a slip. */
export const mostYearsPaidAhead = 30
/** Of the lines of a table of which one thing is said. */
export const mostLinesPerNote = 5
/** Of pictures and files that are lost. */
export const longestPrintedLabels = 10
/** Of pictures and files that a start looks for. */
export const samplesOfPlace = 20
/** The oldest can wait until the others are dealt with. */
export const mostReportsPrinted = 500
export const mostAlertsPrinted = 20
export const topCarsPrinted = 5

// Lists in answers

export const commentsPerPage = 500
/** How far newer posts are counted. */
export const mostNewerPosts = 99
export const mostOwnPictures = 200 // rules/security 5.33
export const mostPaymentsShown = 100
export const mostAlertsShown = 30
export const mostVehiclesOffered = 20
/** So many payments that nobody has claimed are looked at for one claim. */
export const mostPaymentsClaimable = 5
/** A phone that follows many shows. Each favourite is a real entry of a schedule. */
export const favouritesPerDevice = 1000 // rules/security 6.2
/** Beyond this number the oldest are deleted. */
export const mostSandboxMessages = 500

// Mails, messages and previews

/** Of what people typed, in a subject or a sentence. */
export const longestNameInMail = 100
/** So that the code and the event fit into a single text message. */
export const longestEventNameInText = 60
/** A thousand tickets in one mail would stop the server for seconds. Codes without a picture are text. */
export const ticketPicturesPerMail = 100
/** How many names a message has; more are counted. */
export const namesPerAlert = 3
export const namesStoredPerAlert = 10
export const longestShareDescription = 200
/** Longer names are cut off below an icon anyway. */
export const longestShortName = 15
/** Of elements in a club's own page. */
export const deepestHtml = 32

// Portions: how many at once of what is long

/** Of an import, so that a statement does not get too large for a connection. */
export const rowsPerStatement = 1000
export const importedRowsPerStatement = 2000
/** Of which checksums are noted together. */
export const objectsNotedTogether = 1000
/** What is larger goes to a storage in parts. */
export const largestWholeObjectBytes = 64 * 2 ** 20
/** Pictures and files that a restore stores together. */
export const objectsStoredTogether = 50
export const rowsPerBackupLine = 500
/** The longest that is written has a file of the largest size, or so many rows. */
export const longestBackupLineBytes = 256 * 2 ** 20
/** A backup may bring no higher number of a row, so that there are as many above it. */
export const highestRestoredId = 2 ** 30
/** Records of a part, when a member takes their data. */
export const ownDataPageSize = 500
/** A run that ends in the middle goes on with the next ones. */
export const newsletterReadersPerTransaction = 200
/** When more was written than this, the statistics are made anew, so that plans fit it. */
export const mostRowsUnanalyzed = 100
/** In one round, for each club. */
export const ordersPerSweep = 500
export const clubsPerRenewalRound = 100

// Log

/** So many different faults are counted at once; what comes beyond is written each time. */
export const mostKnownFaults = 200
/** Of those that a line counts, for who quotes one. */
export const mostRepeatedReferences = 20
