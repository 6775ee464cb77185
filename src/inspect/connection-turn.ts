import type { Actor, Sentence } from '../model/sentence.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { Millis } from '../model/millis.js';
import { pausedAt } from './paused-at.js';

/** Who must act on a connection, and what they must do. */
export interface ConnectionTurn {
  actor: Actor;
  /** Since when; null where that is unknown. */
  since: Millis | null;
  sentence: Sentence;
}

/** The turn of a connection. @param firstPushAt when a listing was first pushed; null: never */
export function connectionTurn(row: ConnectionRecord, firstPushAt: Millis | null): ConnectionTurn {
  if (row.adoptingSince !== null && row.status === 'active')
    return {
      actor: 'partner',
      since: row.adoptingSince,
      sentence: {
        sr: 'Na portal je pisao još neko: dok se sve ne pročita ponovo, ništa se ne skida.',
        en: 'Another client wrote to the portal: nothing is removed until everything has been read again.',
      },
    };
  switch (row.status) {
    case 'certifying':
      return certifying(row, firstPushAt);
    case 'active':
      return {
        actor: 'nobody',
        since: null,
        sentence: { sr: 'Sve ide samo od sebe.', en: 'Everything is sent automatically.' },
      };
    case 'paused':
      return {
        actor: 'agency',
        since: pausedAt(row),
        sentence: {
          sr: 'Veza je pauzirana na portalu: nastavite je tamo, pa se sve šalje samo.',
          en: 'The connection is paused at the portal: resume it there, and everything is sent automatically.',
        },
      };
    case 'revoked':
      return {
        actor: 'agency',
        since: null,
        sentence: {
          sr: 'Veza je opozvana na portalu: ništa se više ne šalje. Za novu vezu zatražite kod na portalu.',
          en: 'The connection was revoked at the portal: nothing more is sent. Request a code at the portal for a new connection.',
        },
      };
    case 'not_found':
      return {
        actor: 'partner',
        since: null,
        sentence: {
          sr: 'Portal ne poznaje ovu vezu: proverava je onaj ko vodi uvoz.',
          en: 'The portal does not know this connection: the operator of the import checks it.',
        },
      };
    case 'unknown':
      return {
        actor: 'nobody',
        since: null,
        sentence: { sr: 'Portal još nije upitan.', en: 'The portal has not been queried yet.' },
      };
  }
}

function certifying({ certificationNote }: ConnectionRecord, firstPushAt: Millis | null): ConnectionTurn {
  if (certificationNote !== null)
    return {
      actor: 'agency',
      since: null,
      sentence: {
        sr: 'Osoblje portala je vratilo prve oglase sa napomenom: ispravite šta traži, pa se šalju ponovo.',
        en: 'The portal’s staff sent the first listings back with a note: make the corrections it asks for, and they are sent again.',
      },
    };
  return firstPushAt === null
    ? {
        actor: 'nobody',
        since: null,
        sentence: { sr: 'Prvi oglasi se pripremaju.', en: 'The first listings are being prepared.' },
      }
    : {
        actor: 'portal_staff',
        since: firstPushAt,
        sentence: {
          sr: 'Osoblje portala pregleda prve oglase; ostali idu posle toga.',
          en: 'The portal’s staff review the first listings; the others follow after that.',
        },
      };
}
