import type { Actor, Sentence } from '../model/sentence.js';
import type { ConnectionRecord } from '../model/connection.js';
import type { FeedRecord } from '../model/feed.js';
import type { Millis } from '../model/millis.js';
import type { Facts } from './attention/facts.js';
import { capitalized } from '../texts/phrasing.js';
import { pausedBy, pauseWords } from '../texts/listing/pause-words.js';
import { pausedAt } from './paused-at.js';

/** Who must act on a connection, and what they must do. */
export interface ConnectionTurn {
  actor: Actor;
  /** Since when; null where that is unknown. */
  since: Millis | null;
  sentence: Sentence;
}

/** What is known of a connection's first push, apart from its row. */
interface FirstPush {
  /** When a listing was first pushed; null: never. */
  at: Millis | null;
  /** The portal refused its listings in the certification, which also tells that the push was sent back where no webhook does. */
  isRefused: boolean;
}

/** Returns a function from a connection with its feeds to its turn. */
export async function connectionTurns(
  facts: Facts,
): Promise<(row: ConnectionRecord, feeds: readonly FeedRecord[]) => ConnectionTurn> {
  const refused = new Set((await facts.refusedFirstPushes()).map(({ row }) => row.id));
  return (row, feeds) => connectionTurn(row, { at: firstPush(feeds), isRefused: refused.has(row.id) });
}

function firstPush(feeds: readonly FeedRecord[]): Millis | null {
  const times = feeds.flatMap(({ firstPushAt }) => firstPushAt ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** The turn of a connection. */
export function connectionTurn(row: ConnectionRecord, firstPush: FirstPush): ConnectionTurn {
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
      return certifying(row, firstPush);
    case 'paused':
      return paused(row);
    default:
      return { ...turns[row.status], since: null };
  }
}

const turns: Readonly<
  Record<Exclude<ConnectionRecord['status'], 'certifying' | 'paused'>, Omit<ConnectionTurn, 'since'>>
> = {
  active: {
    actor: 'nobody',
    sentence: { sr: 'Sve teče automatski.', en: 'Everything runs by itself.' },
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

function paused(row: ConnectionRecord): ConnectionTurn {
  const known = row.remote?.paused ?? null;
  const { actor, why, next } = pauseWords(pausedBy(known), known?.reason ?? null);
  return {
    actor,
    since: pausedAt(row),
    sentence: {
      sr: `${capitalized(why.sr)}. ${next.sr}`,
      en: `${capitalized(why.en)}. ${next.en}`,
    },
  };
}

function certifying({ certificationNote }: ConnectionRecord, { at, isRefused }: FirstPush): ConnectionTurn {
  if (certificationNote !== null || isRefused) return sentBack(certificationNote);
  return at === null
    ? {
        actor: 'nobody',
        since: null,
        sentence: { sr: 'Prvi oglasi se pripremaju.', en: 'The first listings are being prepared.' },
      }
    : {
        actor: 'portal_staff',
        since: at,
        sentence: {
          sr: 'Osoblje portala pregleda prve oglase; ostali se šalju posle toga.',
          en: 'The portal’s staff review the first listings; the others follow after that.',
        },
      };
}

/** @param note of the staff; null: it stands at the portal alone, because no webhook brought it */
function sentBack(note: string | null): ConnectionTurn {
  const sentence =
    note === null
      ? {
          sr: 'Osoblje portala je vratilo prve oglase. Napomena stoji na portalu: ispravite ono što traži, pa se oglasi ponovo šalju.',
          en: 'The portal’s staff sent the first listings back. Their note stands at the portal: make the corrections it asks for, and the listings are sent again.',
        }
      : {
          sr: 'Osoblje portala je vratilo prve oglase sa napomenom: ispravite ono što traži, pa se ponovo šalju.',
          en: 'The portal’s staff sent the first listings back with a note: make the corrections it asks for, and they are sent again.',
        };
  return { actor: 'agency', since: null, sentence };
}
