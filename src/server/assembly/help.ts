// What `npm run club -- --help` prints.

const clubHelp = `npm run club -- <command>

  import FILE [--tenant SLUG [--new]] [--prune] [--overwrite]
      Imports a club file: all of it, or nothing. Importing the same file again changes nothing. A changed
      file changes only what is different in it, and nothing that people made or changed online.
        --tenant     into this club instead of the one that the file names; with --new as a new club
        --prune      lists and removes imported records that are no longer in the file
        --overwrite  when a field was changed in the file and online, the file wins
  validate FILE                           says what is wrong in a club file; changes nothing
  export FILE [--tenant SLUG] [--secrets] writes a club into a file, with its pictures beside it;
                                          --secrets adds the secrets of ballots and the gate's codes
  clubs                                   lists the clubs
  schema                                  prints the club file's format as a JSON schema
  backup FILE [--tenant SLUG]             everything, or one club, in one file
  restore FILE [--replace]                restores a backup; --replace lets it replace clubs

For one event, by the id in its address (with --tenant SLUG if there are several clubs, as in the demo):

  event EVENT [--find TEXT]               cars, vendors with their spaces, tickets and volunteers; finds TEXT
                                          in a name, an e-mail address, a number or a code
      --csv registrations|vendors|tickets|volunteers
                                          writes that list for a spreadsheet, as a file of this name
      --admit CODE                        admits a ticket, once, and says whose it is
      --sell ticket:ID [--quantity N] --name NAME [--email ADDRESS] [--phone NUMBER]
      --sell registration --class CLASS --year YEAR --make MAKE --model MODEL --name NAME [--email ADDRESS]
      --sell space:SPACE --name NAME [--email ADDRESS]
                                          sells for cash, from the same stock as online
      --move-vendor VENDOR [--from SPACE] --to SPACE
                                          gives a vendor another free space: by row and number, or by its id
      --car NUMBER [--class CLASS] [--number NUMBER]
                                          another class with its next free number, or another number; not
                                          for a car that a score sheet or a vote names
  voters EVENT                            how many ballots are open, used and void
      --create N       makes N new ballots           --page FILE   a page to print, with their QR codes
      --page FILE      without --create: prints all unused ballots again
      --void N         voids the ballot with this number (or the UUID of its link); its votes are not
                       counted any more
      --reissue N      voids it and makes a new one; also when its paper was voided
  judges EVENT                            the judges and what they may judge on
      --add ID [--name NAME] [--phone +15555550141] [--form FORM]
                                          a revoked judge comes back as before, but for what you name;
                                          --form "every form" is for all forms
      --change ID [--name NAME] [--phone +15555550141] [--form FORM]
                                          corrects what you name
      --links [--judge ID] [--page FILE]  new links; each works once. --page prints QR codes
      --revoke ID                         revokes a judge; sheets that arrive later are refused
  results EVENT [--csv FILE] [--json FILE]
      votes by class and weighted scores; marks ties, missing and late sheets; counts everything twice
  sheets EVENT [--judge ID] [--car NUMBER] [--csv FILE]
                                          the score sheets with their receipts, and whether each counts
  sheets EVENT --void RECEIPT --reason TEXT
  sheets EVENT --restore RECEIPT --reason TEXT
                                          voids a sheet, or counts a void one again
  ballots EVENT --paper --number N --votes "101 204" [--voter UUID]
  ballots EVENT --paper --from FILE       paper ballots; FILE is a CSV table: number,votes,voter
      --empty                             instead of --votes, for a paper on which nothing is chosen
      --yes                               counts a vote for a number that no car has
  ballots EVENT --paper --list [--csv FILE] [--json FILE]
                                          all paper ballots, with every change of each
  ballots EVENT --paper --correct N --votes "102" --reason TEXT
  ballots EVENT --paper --void N --reason TEXT
  ballots EVENT --paper --restore N --reason TEXT
                                          counts a void paper again
  schedule EVENT                          the entries with their refs
  schedule EVENT --from FILE [--yes] [--prune]
      imports an iCalendar file or a CSV table: shows what would change; --yes does it. An entry that
      is not in FILE stays, and is listed, unless --prune removes it; see docs/schedule.md
        --dates month-first|day-first           how a table writes 6/7/2026
        --after-midnight evening|calendar       what a table means by 0:30 AM on a day: the night that
                                                follows it, as programmes are printed, or begins it
  notify EVENT --title TEXT --text TEXT [--title-es TEXT] [--text-es TEXT]
                                          writes to the phones that follow the event, at once, and into the
                                          app; readers of the other language get the one text if there is one
  notify EVENT                            what was sent of the event, and how many devices were reached
  receipts EVENT [--json FILE]            every stored ballot and sheet as a line of JSON, for auditors
  receipts EVENT --code XXXX-XXXX         in words: what the submission with this receipt code says

For one club (with --tenant SLUG if there are several):

  orders [--find TEXT] [--state STATE] [--since DAY] [--until DAY] [--csv FILE] [--json FILE]
      the orders, newest first; TEXT is a part of a name or of an e-mail address
  orders NUMBER [--json FILE]             one order with its whole history
      --receipt                           mails its receipt again
      --refund --reason TEXT [--lines "1 2"] [--yes] [--disputed]
                                          refunds all, or some lines; the buyer reads the reason;
                                          --line 2 --amount 4.00 gives back a part of what line 2
                                          cost, and the buyer keeps its goods;
                                          what was paid in cash you give back in cash;
                                          --disputed does it although the buyer's bank disputes the payment
      --decide --reason TEXT [--lines "1 2"]
                                          after a refund at the provider or by the bank: takes back
                                          the goods of these lines, or of none
  reconcile [--since DAY] [--json FILE]   finds money without goods, goods without money, differences from
                                          the card provider's books, and disputes; see docs/money.md
  members [--find TEXT] [--type TYPE] [--tag TAG] [--expired] [--suspended] [--moderators] [--children]
          [--csv FILE] [--json FILE]
      the members by name; TEXT is a part of a name, an e-mail address, a number or a city; --children
      are additional logins. MEMBER below is an id, an e-mail address, or a name that only one has
  members export --out FILE               the same filters; all that an officer needs, for a spreadsheet
  members add --first NAME --last NAME --email ADDRESS --type TYPE --until DAY [--since DAY]
          [--phone NUMBER] [--partner NAME] [--address TEXT] [--city TEXT] [--state TEXT] [--zip TEXT]
          [--country TEXT] [--tag "A, B"]
                                          mails nothing; they make their password on the sign-in page
  members type MEMBER TYPE                another membership type; its last day stays
  members extend MEMBER --years N         as a renewal would, without a charge
  members extend MEMBER --until DAY       to this day, the last on which it is valid; what makes it shorter
                                          needs --yes
  members life MEMBER on                  a member for life; off --until DAY ends that
  members tag MEMBER TAG                  adds a tag; untag MEMBER TAG takes it away
  members moderator MEMBER on|off         who may remove what others post
  members suspend MEMBER                  cannot sign in, is signed out everywhere, gets no notifications, is
                                          not charged automatically; restore MEMBER takes it back
  members end-sign-ins MEMBER             signs them out on every device
  members import FILE [--dry-run] [--update] [--map 'First Name=fname,Notes='] [--default-type TYPE]
          [--until DAY] [--dates month-first|day-first] [--csv FILE]
      a CSV table of another program: all of it, or nothing; finds members by e-mail address
        --dry-run       says what would happen to each row; --csv FILE writes that for a spreadsheet
        --update        the file wins; without it only what is empty is filled in
        --map           which value a column has; nothing behind the = leaves it out
        --default-type, --until   for new members of whom the file does not say it
  reports [--all]                         what members have reported of what others post; --all adds what was
                                          dealt with
  reports hide POST --reason TEXT         takes a post or a comment from the screens, but not from its author's;
                                          restore POST shows it again, or leaves it. Both deal with its reports
  reports mute MEMBER                     cannot write, offer or show anything any more; unmute MEMBER takes it
                                          back
  reports trail POST                      what moderators and officers changed of it, and what it was before
  reports rides MEMBER                    their rides, with numbers; remove-ride RIDE removes one for good
  activities [--all]                      the club's calendar from today on; --all from its beginning
  activities add --date DAY --start TIME --end TIME --title TEXT [--text TEXT]
                                          adds one; an end before the start is on the day after
  activities change ACTIVITY              with the options of add: changes what you name
  activities remove ACTIVITY              removes it
  files                                   what the club shares with its members, by number, and its folders
  files add FILE [--name TEXT] [--folder NAME] [--type TYPE]
                                          shares a file, named like it; its type is known by its ending
  files replace NUMBER FILE [--name TEXT] [--type TYPE]
                                          gives it another content
  files remove NUMBER                     takes it away
  files folder NAME [--color '#a5201d']   makes a folder, or gives one another colour
  files remove-folder NAME                its files are in no folder then
  store                                   what the store sells, by number, and how much of it is left
  store stock NUMBER COUNT                so many are left to sell, besides what is sold and held
  store orders [--all] [--csv FILE]       what waits to be sent, and where to; with --all also what was sent
  store shipped ORDER                     all of it was sent
  store not-shipped ORDER                 it was not sent after all
  store refund ORDER --reason TEXT [--lines "1 2"] [--yes]
                                          gives money back for all of it or for these lines; what was not
                                          sent is on sale again
  alerts                                  what members and followers of events were told, and how many were reached
  newsletter                              which files were mailed as newsletters, and to how many
  newsletter send FILE [--dry-run]        mails a file of 'files', by number or name, to those who want it by e-mail
                                          and to their additional addresses that have confirmed; nobody gets it
                                          twice, so that a run that broke off is simply repeated
  newsletter addresses [--csv FILE]       the postal addresses of those who want it by mail
  dues [--since DAY] [--until DAY] [--csv FILE]
                                          whose membership ended or ends, from 60 days ago to 60 days ahead if
                                          you name no days; who renews automatically, and whose card failed
  colours                                 the club's colours as given beside those that people see
  jobs                                    mails and messages that failed for good
  jobs NUMBER --retry                     tries it again
  jobs NUMBER --drop --reason TEXT        drops it and deletes its content

A file that exists is replaced only with --overwrite. docs/club-file.md describes the format
of club files. The commands work on DATA_DIR or DATABASE_URL, also while the server runs.
`

/** The part of the help about the command that the words name; all of it if they name none. */
export function toHelp(words: readonly string[]): string {
  const parts = clubHelp.split(/\n(?= {0,2}\S)/).map((part) => part.trimEnd())
  const own = words
    .map((word) => parts.filter((part) => part.startsWith(`  ${word} `)))
    .find((found) => found.length > 0)
  if (own === undefined) return clubHelp
  return `npm run club -- <command>\n\n${own.join('\n')}\n\nnpm run club -- --help shows all commands.\n`
}
