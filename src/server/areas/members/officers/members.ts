// `club -- members`: the members as officers see them, and what officers change of them, by the word behind it.
import type { Command } from '../../../officers/command.ts'
import { importMembersWay } from './incoming/memberImport.ts'
import { addMemberWay } from './memberAdd.ts'
import {
  changeLifeWay,
  changeModeratorWay,
  changeType,
  endSignInsWay,
  extend,
  restoreWay,
  suspendWay,
  tag,
  untag,
} from './memberChanges.ts'
import { exportMembers, showMembers } from './memberList.ts'

export const membersCommand: Command = {
  takes: 'club',
  things: 'members',
  alone: showMembers,
  byWord: {
    export: exportMembers,
    add: addMemberWay,
    type: changeType,
    extend,
    life: changeLifeWay,
    tag,
    untag,
    moderator: changeModeratorWay,
    suspend: suspendWay,
    restore: restoreWay,
    'end-sign-ins': endSignInsWay,
    import: importMembersWay,
  },
}
