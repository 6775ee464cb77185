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
        sr: 'Na portal je slao još neki program: dok se sve ponovo ne pročita, ništa se ne skida.',
        en: 'Another client wrote to the portal: nothing is removed until everything is read again.',
      },
    };
  switch (row.status) {
    case 'certifying':
      return certifying(row, firstPushAt);
    case 'paused':
      return { ...turns.paused, since: pausedAt(row) };
    default:
      return { ...turns[row.status], since: null };
  }
}

const turns: Readonly<
  Record<Exclude<ConnectionRecord['status'], 'certifying'>, Omit<ConnectionTurn, 'since'>>
> = {
  active: {
    actor: 'nobody',
    sentence: { sr: 'Sve teče automatski.', en: 'Everything runs by itself.' },
  },
  paused: {
    actor: 'agency',
    sentence: {
      sr: 'Konekcija je pauzirana na portalu: nastavite je tamo, pa se sve automatski šalje.',
      en: 'The connection is paused at the portal: resume it there, and everything is sent automatically.',
    },
  },
  revoked: {
    actor: 'agency',
    sentence: {
      sr: 'Konekcija je opozvana na portalu: ništa se više ne šalje. Za novu konekciju zatražite novi kod na portalu.',
      en: 'The connection was revoked at the portal: nothing is sent any more. A new one needs a new code of the portal.',
    },
  },
  not_found: {
    actor: 'partner',
    sentence: {
      sr: 'Portal ne poznaje ovu konekciju: proverava je operater uvoza.',
      en: 'The portal does not know this connection: the operator of the import checks it.',
    },
  },
  unknown: {
    actor: 'nobody',
    sentence: {
      sr: 'Stanje na portalu još nije pročitano.',
      en: 'The state at the portal is not read yet.',
    },
  },
};

function certifying({ certificationNote }: ConnectionRecord, firstPushAt: Millis | null): ConnectionTurn {
  if (certificationNote !== null)
    return {
      actor: 'agency',
      since: null,
      sentence: {
        sr: 'Osoblje portala je vratilo prve oglase sa napomenom: ispravite ono što traži, pa se ponovo šalju.',
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
          sr: 'Osoblje portala pregleda prve oglase; ostali se šalju posle toga.',
          en: 'The portal’s staff review the first listings; the others follow after that.',
        },
      };
}
