// `club -- members`: the members as officers see them, and what officers change of them, by the word behind it.
import type { Command } from '../../../officers/command.ts'
import { importMembers } from './incoming/memberImport.ts'
import { addMember } from './memberAdd.ts'
import {
  changeLife,
  changeModerator,
  changeType,
  endSignIns,
  extend,
  restore,
  suspend,
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
    add: addMember,
    type: changeType,
    extend,
    life: changeLife,
    tag,
    untag,
    moderator: changeModerator,
    suspend,
    restore,
    'end-sign-ins': endSignIns,
    import: importMembers,
  },
}
