import { writeFile } from 'node:fs/promises';
import { logFolder } from '../../assemble/paths.js';
import { openReader } from '../../assemble/reader.js';
import type { Config } from '../../config/schema.js';
import type { Check } from '../../inspect/checks/check.js';
import { latestLogLines } from '../../platform/log/read-logs.js';
import { backupState } from '../../store/facts/last-backup.js';
import type { Run } from '../../model/run.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { CliError } from '../exit.js';
import { redactedConfig } from '../../config/redacted.js';
import { createScrubber } from '../print/redact.js';
import { releaseVersion } from '../release-version.js';
import { maybeIso } from '../print/times.js';

const runsMax = 100;
const logLinesMax = 500;

/**
 * Writes the facts that support needs as one readable JSON document, without payloads, contacts or secrets.
 * @param config null if it cannot be read
 * @throws CliError if the file cannot be written; an existing file is not overwritten
 */
export async function writeSupportBundle(
  file: string,
  config: Config | null,
  checks: readonly Check[],
  context: Context,
): Promise<void> {
  const { clock } = context.machine;
  const document = {
    made_at: maybeIso(clock.now()),
    versions: {
      feedsync: releaseVersion(),
      node: process.version,
      system: `${process.platform} ${process.arch}`,
    },
    checks,
    configuration: config === null ? null : redactedConfig(config),
    store: config === null ? null : await storeFacts(() => openReader(config, clock)),
    logs: config === null ? [] : await lastLines(logFolder(config)),
  };
  const scrub = createScrubber(config);
  const text = `${JSON.stringify(scrub(document), null, 2)}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw cannotWrite(file, error);
  });
}

async function storeFacts(open: () => Promise<Store>): Promise<Record<string, unknown> | null> {
  const store = await open().catch(() => null);
  if (store === null) return null;
  try {
    return await factsOf(store);
  } finally {
    await store.close();
  }
}

async function factsOf(store: Store): Promise<Record<string, unknown>> {
  const feeds = await store.feeds.all();
  const names = new Map(feeds.map(({ id, name }) => [id, name]));
  const connections = await store.connections.all();
  const holds = await store.holds.all();
  const runs = await store.runs.list({ limit: runsMax });
  return {
    listings: await store.listings.countsByPortalState({}),
    outbox: await store.outbox.counts(null),
    backups: await backupState(store),
    feeds: feeds.map(feedFacts),
    connections: connections.map(({ id, status, readAt, lastPushAt, adoptingSince, nextPushAt }) => ({
      ...{ id, status },
      ...times({ readAt, lastPushAt, adoptingSince, nextPushAt }),
    })),
    holds: holds.map(({ id, kind, state, feedId, openedAt, decidedAt, lineCount, reason }) => ({
      ...{ id, kind, state, feed: names.get(feedId ?? 0) ?? null, lines: lineCount, reason },
      ...times({ openedAt, decidedAt }),
    })),
    runs: runs.map((run) => runFacts(run, names)),
  };
}

function feedFacts(feed: FeedRecord): Record<string, unknown> {
  const { name, connectionId, mapping, kind, life, failures, stallReason } = feed;
  const { nextPollAt, lastPollAt, lastCompleteAt, stalledSince, firstPushAt } = feed;
  return {
    ...{ name, connectionId, mapping, kind, life, failures, stallReason },
    ...times({ nextPollAt, lastPollAt, lastCompleteAt, stalledSince, firstPushAt }),
  };
}

function runFacts(run: Run, names: ReadonlyMap<number, string>): Record<string, unknown> {
  const { id, kind, connectionId, feedId, state, message, balance, startedAt, endedAt } = run;
  return {
    ...{ id, kind, connectionId, feed: names.get(feedId ?? 0) ?? null, state, message, balance },
    ...times({ startedAt, endedAt }),
  };
}

async function lastLines(folder: string): Promise<Record<string, unknown>[]> {
  const { lines } = await latestLogLines(folder, () => true, logLinesMax);
  return lines.map(({ at, level, message, fields }) => ({ at: maybeIso(at), level, message, ...fields }));
}

function times(moments: Readonly<Record<string, number | null>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(moments).map(([name, at]) => [name, at === null ? null : maybeIso(at)]),
  );
}

function cannotWrite(file: string, error: unknown): CliError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return code === 'EEXIST'
    ? new CliError(2, `The file ${file} exists and was not overwritten. Name another file for the bundle.`)
    : new CliError(
        1,
        `The bundle ${file} cannot be written (${code}). Name a file in a folder where you may write.`,
      );
}
