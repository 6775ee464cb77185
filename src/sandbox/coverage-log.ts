import { detailCodes, errorCodes, failureCodes, itemResults, warningCodes } from '../wire/error-codes.js';
import { viewStatuses } from './state/model.js';
import { signedRefusalCodes } from './refusal.js';

/** The codes and statuses that are counted in replies, by kind. */
export const replyWords = {
  error_codes: [...new Set([...errorCodes, ...signedRefusalCodes, 'not_found'])],
  detail_codes: detailCodes,
  item_results: itemResults,
  failure_codes: failureCodes,
  warning_codes: warningCodes,
  connection_states: ['certifying', 'active', 'paused', 'revoked'],
  listing_states: viewStatuses,
} as const satisfies Record<string, readonly string[]>;
type ReplyKind = keyof typeof replyWords;
export type CoverageKind = 'operations' | ReplyKind;

/** How often an app has met one operation, code or status. */
export interface Met {
  /** Number of replies that contained it. */
  count: number;
  lastAt: number;
}

/** Counts the operations, codes and statuses in the replies to each app. Its size is bounded: only known names are counted. */
export interface CoverageLog {
  /** Counts one reply. @param appId null for a request with an unknown key: it counts for every app */
  record(appId: string | null, operation: string | null, body: object | null, at: number): void;
  /** Null if the app has not met the name. */
  met(appId: string, kind: CoverageKind, name: string): Met | null;
  /** Forgets every count, or those of one app. */
  clear(appId?: string): void;
}

/** @param met the counts, by `<app id> <kind> <name>`; changed in place */
export function createCoverageLog(met: Map<string, Met>): CoverageLog {
  return {
    record(appId, operation, body, at) {
      const words = [...(operation === null ? [] : [`operations ${operation}`]), ...wordsOf(body ?? {})];
      for (const word of new Set(words)) {
        const key = `${appId ?? ''} ${word}`;
        met.set(key, { count: (met.get(key)?.count ?? 0) + 1, lastAt: at });
      }
    },
    met(appId, kind, name) {
      const found = [appId, ''].flatMap((of) => met.get(`${of} ${kind} ${name}`) ?? []);
      if (found.length === 0) return null;
      const count = found.reduce((sum, one) => sum + one.count, 0);
      return { count, lastAt: Math.max(...found.map(({ lastAt }) => lastAt)) };
    },
    clear(appId) {
      for (const key of met.keys()) if (appId === undefined || key.startsWith(`${appId} `)) met.delete(key);
    },
  };
}

/** The known codes and statuses in one reply, each as `<kind> <name>`. */
function wordsOf(reply: ReplyParts): string[] {
  const { error, item, batch, results, connection, connections = [], listings = [] } = reply;
  const items = [...(item ? [item] : []), ...(batch?.items ?? []), ...(results ?? [])];
  const warned = [...items, ...listings].flatMap(({ warnings }) => warnings ?? []);
  const found: Record<ReplyKind, (string | null | undefined)[]> = {
    error_codes: [error?.code],
    detail_codes: [error, ...items].flatMap((part) => detailsOf(part).map(({ code }) => code)),
    item_results: items.map(({ result }) => result),
    failure_codes: [...items, ...listings].map((one) => one.failure_code),
    warning_codes: warned.map(({ code }) => code),
    connection_states: [connection, ...connections].map((one) => one?.status),
    listing_states: listings.map(({ status }) => status),
  };
  return (Object.keys(found) as ReplyKind[]).flatMap((kind) => {
    const known: readonly unknown[] = replyWords[kind];
    return found[kind].filter((name) => known.includes(name)).map((name) => `${kind} ${String(name)}`);
  });
}

function detailsOf(part: { details?: unknown } | undefined): { code?: string }[] {
  return Array.isArray(part?.details) ? (part.details as { code?: string }[]) : [];
}

/** The parts of a reply of this portal that contain codes and statuses. */
interface ReplyParts {
  error?: { code?: string; details?: unknown };
  item?: ItemParts;
  batch?: { items?: ItemParts[] };
  results?: ItemParts[];
  connection?: { status?: string };
  connections?: { status?: string }[];
  listings?: (Pick<ItemParts, 'failure_code' | 'warnings'> & { status?: string })[];
}

interface ItemParts {
  result?: string;
  failure_code?: string | null;
  details?: unknown;
  warnings?: { code: string }[];
}
