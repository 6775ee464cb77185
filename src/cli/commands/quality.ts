import type { Command } from 'commander';
import { externalId } from '../../core/listing/external-id.js';

import { feedQuality } from '../../inspect/quality.js';
import type { Finding } from '../../inspect/quality.js';
import type { FeedRecord } from '../../model/feed.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import type { Bind } from '../bind.js';
import { scopeOf, viewStore, type Context, type ScopeOptions } from '../context.js';
import { count, indent, oneLine } from '../print/text.js';

export function addQualityCommands(program: Command, bind: Bind): void {
  program
    .command('quality')
    .description('what looks wrong in the feeds: units, prices, coordinates, texts, photos, dates')
    .option('--feed <name>', 'only of this feed')
    .action(bind(showQuality));
}

interface FeedFindings {
  feed: FeedRecord;
  findings: Finding[];
}

async function showQuality(
  context: Context,
  _args: readonly string[],
  options: ScopeOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, feeds } = view;
    const { feedId } = scopeOf(options, feeds);
    const found: FeedFindings[] = [];
    for (const feed of feeds.filter(({ id }) => feedId === undefined || id === feedId))
      found.push({ feed, findings: await feedQuality(feed.id, store) });
    const told = found.filter(({ findings }) => findings.length > 0);
    return {
      text: told.length === 0 ? 'Nothing looks wrong.' : told.map(describe).join('\n\n'),
      json: { quality: found.flatMap(documents) },
      attention: await attentionIn(view),
    };
  });
}

function describe({ feed, findings }: FeedFindings): string {
  return [
    `${feed.name}: ${count(findings.length, 'finding')}. Nothing is corrected before the mapping says so.`,
    ...findings.map((finding) => describeFinding(feed, finding)),
  ].join('\n');
}

function describeFinding(feed: FeedRecord, finding: Finding): string {
  const { code, pointer, message, advice, samples, of } = finding;
  const such = samples.map(
    ({ sourceId, value }) =>
      `${externalId(sourceId, feed.idPrefix)}${value === null ? '' : ` ("${oneLine(value, 80)}")`}`,
  );
  return indent(
    [
      `${finding.count} of ${of}  ${code}  ${pointer}`,
      ...[message, such.length === 0 ? '' : `Such as ${such.join(', ')}.`, advice]
        .filter((line) => line !== '')
        .map((line) => indent(line)),
    ].join('\n'),
  );
}

function documents({ feed, findings }: FeedFindings): Record<string, unknown>[] {
  return findings.map(({ samples, ...finding }) => ({
    feed: feed.name,
    ...finding,
    samples: samples.map(({ sourceId, value }) => ({
      external_id: externalId(sourceId, feed.idPrefix),
      source_id: sourceId,
      value,
    })),
  }));
}
