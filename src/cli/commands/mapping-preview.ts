import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { callLibrary, ContentError } from '../../platform/library.js';
import { tryOnLastFile } from '../../assemble/inspect.js';
import { readMapping } from '../../effective/mappings.js';
import type { FeedConfig } from '../../config/feed-schema.js';
import { readFeedTrial, type FeedTrial } from '../../config/feed-trial.js';
import type { Feed } from '../../sync/services/services.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Answer } from '../answer.js';
import { feedConfig, unknownFeed, viewStore, type Context, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { costText, previewText, trialJson } from '../print/trial-text.js';

interface PreviewOptions {
  feed: string;
  mapping?: string;
  with?: string;
  limit: number;
}

/** `mapping preview`: what a mapping makes of a feed’s last file, and what saving it would cost. */
export async function previewMapping(
  context: Context,
  _args: readonly string[],
  options: PreviewOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { row, feed } = feedToTry(options.feed, view);
    const tried = {
      ...feed,
      ...(options.mapping !== undefined && { mapping: options.mapping }),
      ...(options.with === undefined ? {} : await readTrial(options.with, feed)),
    };
    const seams = await context.seams();
    const loaded = await mappingToTry(tried, row, view);
    try {
      const setting = { ...view, seams, listingsMax: options.limit };
      const trial = await tryOnLastFile(row, tried, loaded, setting);
      if (typeof trial === 'string') throw new CliError(1, trial);
      const { name, version } = loaded.mapping;
      return {
        text: [
          `${options.feed} under ${name}, version ${version} (${loaded.mapping.source.file}).`,
          previewText(trial, view.times),
          costText(trial.cost),
        ].join('\n\n'),
        json: {
          feed: options.feed,
          mapping: { name, version, file: loaded.mapping.source.file },
          ...trialJson(trial),
        },
      };
    } finally {
      await seams.threads?.close();
      await seams.guard?.threads.close();
    }
  });
}

/** A feed that was read at least once, with its configuration. @throws CliError */
export function feedToTry(name: string, { config, feeds }: StoreView): { row: FeedRecord; feed: FeedConfig } {
  const feed = feedConfig(config, name);
  if (feed === null) throw unknownFeed(name, config.feeds);
  const row = feeds.find((one) => one.name === name && one.connectionId === feed.connectionId);
  if (row === undefined)
    throw new CliError(
      1,
      `Feed ${name} was never read, so there is no file to try a mapping on. \`feedsync sync --feed ${name}\` reads it.`,
    );
  return { row, feed };
}

/** @throws CliError 2 with every mistake and its place */
async function mappingToTry(
  feed: FeedConfig,
  row: FeedRecord,
  { config, store }: StoreView,
): Promise<Pick<Feed, 'mapping' | 'isGuarded'>> {
  const loaded = await readMapping(config, feed, await store.mappings.ofFeed(row.id), { row });
  if (loaded.ok) return loaded;
  throw new CliError(
    2,
    `The mapping ${feed.mapping} cannot be used; nothing was tried. Correct these problems:\n${loaded.problems.join('\n')}`,
    { problems: loaded.problems },
  );
}

/** A part of a feed’s configuration from a file. @throws CliError 2 */
async function readTrial(file: string, feed: FeedConfig): Promise<FeedTrial> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new CliError(2, `The file ${file} cannot be read (${code}); nothing was tried. Check its name.`);
  });
  const trial = readFeedTrial(parsed(text, file), feed);
  if (typeof trial === 'string')
    throw new CliError(2, `The file ${file} cannot be used; nothing was tried. ${trial}`);
  return trial;
}

function parsed(text: string, file: string): unknown {
  try {
    return callLibrary('yaml', () => parse(text) as unknown);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new CliError(2, `The file ${file} is not YAML; nothing was tried. ${error.reason}`);
  }
}
