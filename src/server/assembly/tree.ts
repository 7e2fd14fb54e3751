// The commands of the officers' command line, in the order of the help.

import { activitiesCommand } from '../areas/activities/officers/index.ts'
import { ballotsCommand } from '../areas/ballot/officers/ballots.ts'
import { votersCommand } from '../areas/ballot/officers/voters.ts'
import { createRemoval } from '../areas/closing/officers/index.ts'
import { coloursCommand } from '../areas/club/officers.ts'
import { officersCommand, ownerCommand } from '../areas/desk/officers/officersCommand.ts'
import { trailCommand } from '../areas/desk/officers/trailCommand.ts'
import { eventCommand } from '../areas/eventOrders/officers/index.ts'
import { eventsCommand } from '../areas/events/officers/eventsCommand.ts'
import { createNextYearWays } from '../areas/events/officers/nextYear.ts'
import { scheduleCommand } from '../areas/events/officers/schedule.ts'
import { filesCommand } from '../areas/files/officers/index.ts'
import { judgesCommand } from '../areas/judging/officers/judges.ts'
import { sheetsCommand } from '../areas/judging/officers/sheets.ts'
import { duesCommand } from '../areas/members/officers/dues.ts'
import { createMembersCommand } from '../areas/members/officers/members.ts'
import { newsletterCommand } from '../areas/newsletter/officers/index.ts'
import { createFileCommands } from '../areas/operating/officers/fileCommands.ts'
import { findingsCommand, versionCommand } from '../areas/operating/officers/instance.ts'
import { jobsCommand } from '../areas/operating/officers/jobs.ts'
import { donationsCommand } from '../areas/purchases/officers/donations.ts'
import { ordersCommand } from '../areas/purchases/officers/orders.ts'
import { reconcileCommand } from '../areas/purchases/officers/reconcile.ts'
import { alertsCommand } from '../areas/push/officers/alerts.ts'
import { notifyCommand } from '../areas/push/officers/notify.ts'
import { receiptsCommand } from '../areas/results/officers/receipts.ts'
import { resultsCommand } from '../areas/results/officers/results.ts'
import { listRidesOf, removeRideWay } from '../areas/rides/officers/index.ts'
import { createReportsCommand } from '../areas/social/officers/index.ts'
import { storeCommand } from '../areas/store/officers/index.ts'
import { type Command, withWays } from '../officers/command.ts'
import { closings } from './closing.ts'
import { clubFile } from './clubFile.ts'

type Commands = Readonly<Record<string, Command>>

/** `about` stands above the commands in the help. */
export const sections: readonly { readonly about: string; readonly commands: Commands }[] = [
  {
    about: '',
    commands: { ...createFileCommands(clubFile), version: versionCommand, findings: findingsCommand },
  },
  {
    about:
      'For one event, by the id in its address (with --tenant SLUG if there are several clubs, as in the demo):\n\n',
    commands: {
      event: withWays(eventCommand, createNextYearWays(clubFile)),
      voters: votersCommand,
      judges: judgesCommand,
      results: resultsCommand,
      sheets: sheetsCommand,
      ballots: ballotsCommand,
      schedule: scheduleCommand,
      notify: notifyCommand,
      receipts: receiptsCommand,
    },
  },
  {
    about: 'For one club (with --tenant SLUG if there are several):\n\n',
    commands: {
      events: eventsCommand,
      orders: ordersCommand,
      reconcile: reconcileCommand,
      members: createMembersCommand(createRemoval(closings)),
      reports: createReportsCommand({ rides: listRidesOf, 'remove-ride': removeRideWay }),
      activities: activitiesCommand,
      files: filesCommand,
      store: storeCommand,
      alerts: alertsCommand,
      newsletter: newsletterCommand,
      dues: duesCommand,
      donations: donationsCommand,
      owner: ownerCommand,
      officers: officersCommand,
      trail: trailCommand,
      colours: coloursCommand,
      jobs: jobsCommand,
    },
  },
]

export const commands: Commands = Object.assign({}, ...sections.map((section) => section.commands))
