import type { AttentionKind } from '../../model/attention-kinds.js';
import { counted, listingForms, serbianForm, wordForms } from '../../texts/counted.js';
import { valuesSentence } from '../../texts/content-words.js';
import { failureCause } from '../../texts/failure-causes.js';
import { type Sentence } from '../../model/sentence.js';
import { longStatedQuestion } from '../../texts/long-stated-words.js';
import { isKeptBackKind } from '../../texts/listing/wait-words.js';
import { forAgencies } from '../../texts/listing/standing-sentences.js';
import type { ConnectionRecord } from '../../model/connection.js';
import { connectionTurn } from '../connection-turn.js';
import type { Hold } from '../../model/hold.js';
import type { Facts } from './facts.js';
import { linkOf } from './links.js';
import { findAttention } from './finders.js';
import type { AttentionItem } from './item.js';
import { keptBackItemWords } from './words.js';

/** Kinds of tasks, in page order. */
export const taskKinds = [
  'connection',
  'sent_back',
  'confirm_removals',
  'confirm_values',
  'missing',
  'facts',
  'words',
  'refused',
  'invalid',
] as const;

/** An item that the agency resolves itself. Each is a button on the agency's page. */
export interface Task {
  kind: (typeof taskKinds)[number];
  count: number;
  sentence: Sentence;
  feed: string | null;
  hold: number | null;
  note: string | null;
  /** The page on which the agency does it; see `linkOf`. */
  link: string | null;
}

/** The tasks of one agency, in page order. */
export async function agencyTasks(connection: ConnectionRecord, facts: Facts): Promise<Task[]> {
  const found = await findAttention(facts, (kind) => views[kind] !== undefined);
  const tasks = found.flatMap((item) => {
    const task = views[item.kind]?.(item, connection) ?? null;
    if (task === null) return [];
    const { feed, hold, note } = item;
    const link = linkOf([item], 'agency');
    return [{ feed, hold: hold?.id ?? null, note, link, count: item.count, ...task }];
  });
  return tasks.sort((a, b) => taskKinds.indexOf(a.kind) - taskKinds.indexOf(b.kind));
}

type View = (
  item: AttentionItem,
  connection: ConnectionRecord,
) => (Pick<Task, 'kind' | 'sentence'> & { count?: number }) | null;

const ofConnection: View = (_item, connection) => {
  const { actor, sentence } = connectionTurn(connection, { at: null, isRefused: false });
  // Where the portal's staff paused it, the agency asks them.
  return actor === 'partner' ? null : { kind: 'connection', sentence, count: 0 };
};

/** The agency knows why listings left its file, and whether its values are right. Other holds are for the operator. */
const ofHold: View = ({ hold, count }) => {
  if (hold?.kind === 'removals') return { kind: 'confirm_removals', sentence: removalsSentence(hold) };
  return hold?.kind === 'content'
    ? { kind: 'confirm_values', sentence: valuesSentence(count, hold.cause) }
    : null;
};

const views: Readonly<Partial<Record<AttentionKind, View>>> = {
  connection_paused: ofConnection,
  connection_revoked: ofConnection,
  connection_not_found: ofConnection,
  connection_sent_back: (_item, connection) => {
    const { actor, sentence } = connectionTurn(connection, { at: null, isRefused: true });
    return actor === 'agency' ? { kind: 'sent_back', sentence } : null;
  },
  hold: ofHold,
  host_shrunk: ofHold,
  missing: ({ count }) => {
    const listings = counted(count, listingForms);
    return {
      kind: 'missing',
      sentence: {
        sr: `U vašem fajlu više ${serbianForm(count, 'nije', 'nisu', 'nije')} ${listings.sr}, više nego obično. ${serbianForm(count, 'Još je', 'Još su', 'Još je')} na portalu. Ako to nije namera, proverite u svom programu koji oglasi idu u fajl.`,
        en: `${listings.en} ${count === 1 ? 'is' : 'are'} missing from your file, more than usual, and still on the portal. If this is not intended, check the export of your software.`,
      },
    };
  },
  unanswered_fact: ({ count }) => {
    const listings = counted(count, listingForms);
    return {
      kind: 'facts',
      sentence: {
        sr: `${listings.sr} ${serbianForm(count, 'čeka', 'čekaju', 'čeka')} odgovor koji samo vi možete da date.`,
        en: `${listings.en} ${count === 1 ? 'waits' : 'wait'} for an answer that only you can give.`,
      },
    };
  },
  unknown_word: ({ count }) => {
    const some = counted(count, wordForms);
    return {
      kind: 'words',
      sentence: {
        sr: `${some.sr} iz vašeg fajla portal ne poznaje: izaberite šta ${serbianForm(count, 'znači', 'znače', 'znače')}.`,
        en: `${some.en} in your file ${count === 1 ? 'is' : 'are'} unknown to the portal: choose what ${count === 1 ? 'it means' : 'they mean'}.`,
      },
    };
  },
  refused: ({ subject: code, count }) => {
    const { actor, why, next } = failureCause(code);
    // A first push that was sent back is a task of its own.
    if (actor !== 'agency' || code === 'certification_rejected') return null;
    const listings = counted(count, listingForms);
    return {
      kind: 'refused',
      sentence: {
        sr: `Portal je odbio ${listings.sr}: ${why.sr}. ${next.sr}`,
        en: `The portal refused ${listings.en}, because ${why.en}. ${forAgencies(next.en)}`,
      },
    };
  },
  plan_full: keptBackTask,
  item_refused: keptBackTask,
  not_shown: keptBackTask,
  invalid: ({ count }) => {
    const listings = counted(count, listingForms);
    return {
      kind: 'invalid',
      sentence: {
        sr: `${listings.sr} ${serbianForm(count, 'ne može da se objavi', 'ne mogu da se objave', 'ne može da se objavi')}: nešto nedostaje ili nije ispravno.`,
        en: `${listings.en} cannot be published: something is missing or wrong.`,
      },
    };
  },
};

function keptBackTask(item: AttentionItem): ReturnType<View> {
  if (!isKeptBackKind(item.kind)) return null;
  const { sentence, next } = keptBackItemWords(item.kind, item, 'agency');
  return {
    kind: 'refused',
    sentence: { sr: `${sentence.sr} ${next.sr}`.trimEnd(), en: `${sentence.en} ${next.en}`.trimEnd() },
  };
}

/** The question of a removals hold, for the agency that decides it. */
export function removalsSentence({ lineCount, inactiveCount, cause }: LeavingHold): Sentence {
  if (cause === 'upgrade') return longStatedQuestion({ lineCount, inactiveCount });
  if (inactiveCount === 0) return missingSentence(lineCount);
  const listings = counted(lineCount, listingForms);
  const isOne = lineCount === 1;
  if (inactiveCount === lineCount)
    return {
      sr: `U fajlu ${serbianForm(lineCount, 'je rezervisan ili isključen', 'su rezervisana ili isključena', 'je rezervisano ili isključeno')} ${listings.sr}, više nego obično. Da ${isOne ? 'ga' : 'ih'} sakrijemo od posetilaca?`,
      en: `${listings.en} ${isOne ? 'is' : 'are'} reserved or switched off in your file, more than usual: should visitors no longer see ${isOne ? 'it' : 'them'}?`,
    };
  const inactive = counted(inactiveCount, listingForms);
  return {
    sr: `Posetioci više ne bi videli ${listings.sr}, više nego obično. ${inactive.sr} ${serbianForm(inactiveCount, 'je rezervisan ili isključen i samo se sakriva', 'su rezervisana ili isključena i samo se sakrivaju', 'je rezervisano ili isključeno i samo se sakriva')}, a ostalo se skida sa portala. Da li je to u redu?`,
    en: `Visitors would no longer see ${listings.en}, more than usual. ${inactive.en} ${inactiveCount === 1 ? 'is' : 'are'} reserved or switched off and would only be hidden, the rest would be removed. Is that right?`,
  };
}

type LeavingHold = Pick<Hold, 'lineCount' | 'inactiveCount' | 'cause'>;

function missingSentence(count: number): Sentence {
  const listings = counted(count, listingForms);
  return {
    sr: `Iz fajla ${serbianForm(count, 'je nestao', 'su nestala', 'je nestalo')} ${listings.sr}, više nego obično. Da ${count === 1 ? 'ga' : 'ih'} skinemo sa portala?`,
    en: `${listings.en} left your file, more than usual: should ${count === 1 ? 'it' : 'they'} be removed from the portal?`,
  };
}
