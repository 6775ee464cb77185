import type { Command } from 'commander';
import { previewFeed } from '../../assemble/preview-rules.js';
import { externalId } from '../../core/listing/external-id.js';
import { previewDocument } from '../../documents/preview.js';
import { feedQuality } from '../../inspect/quality.js';
import type { RulePreview } from '../../inspect/preview-rules.js';
import type { Finding } from '../../inspect/quality.js';
import type { FeedRecord } from '../../model/feed.js';
import type { HoldId } from '../../model/ids.js';
import { ruleName } from '../../texts/content-words.js';
import type { Answer } from '../answer.js';
import { attentionIn } from './attention.js';
import type { Bind } from '../bind.js';
import { scopeOf, viewStore, type Context, type ScopeOptions, type StoreView } from '../context.js';
import { CliError } from '../exit.js';
import { count, indent, oneLine } from '../print/text.js';

interface QualityOptions extends ScopeOptions {
  previewRules?: boolean;
}

export function addCommands(program: Command, bind: Bind): void {
  program
    .command('quality')
    .summary('List what looks wrong in the feeds')
    .description(
      'List everything that looks wrong in the feeds, with its number, samples and a remedy: values in doubt, what is missing, unknown, left out, cut or repaired, photos and dates.',
    )
    .option('--feed <name>', 'Only values of this feed')
    .option(
      '--preview-rules',
      'Show what each rule of the content guard would hold of the listings as they are now; changes nothing',
    )
    .action(bind(showQuality));
}

interface FeedFindings {
  feed: FeedRecord;
  findings: Finding[];
  waits: FeedWait[];
}

/** Why a feed's file is not taken over, or not wholly. */
interface FeedWait {
  /** The hold that decides it; null: the next file does. */
  hold: HoldId | null;
  reason: string;
}

async function showQuality(
  context: Context,
  _args: readonly string[],
  options: QualityOptions,
): Promise<Answer> {
  return viewStore(context, async (view) => {
    const { store, feeds } = view;
    const { feedId } = scopeOf(options, feeds);
    const chosen = feeds.filter(({ id }) => feedId === undefined || id === feedId);
    if (options.previewRules === true) return previewAnswer(chosen, view);
    const found: FeedFindings[] = [];
    for (const feed of chosen)
      found.push({
        feed,
        findings: await feedQuality(feed.id, store, view.now),
        waits: await waitsOf(feed, store),
      });
    const nonEmpty = found.filter(({ findings, waits }) => findings.length + waits.length > 0);
    return {
      text: nonEmpty.length === 0 ? 'Nothing looks wrong.' : nonEmpty.map(describe).join('\n\n'),
      json: {
        quality: found.flatMap(documents),
        waits: found.flatMap(({ feed, waits }) => waits.map((wait) => ({ feed: feed.name, ...wait }))),
      },
      attention: await attentionIn(view),
    };
  });
}

/** What a rule stopped of the feed's file as a whole shows in no record. */
async function waitsOf(feed: FeedRecord, { holds }: Pick<StoreView['store'], 'holds'>): Promise<FeedWait[]> {
  const open = await holds.open({ feedId: feed.id });
  const asked = open.map(({ id, reason }): FeedWait => ({ hold: id, reason }));
  const { stallReason: reason } = feed;
  return reason === null ? asked : [...asked, { hold: null, reason }];
}

/** @throws CliError while the portal's vocabulary is unknown */
async function previewAnswer(
  feeds: readonly FeedRecord[],
  { store, config, now }: StoreView,
): Promise<Answer> {
  const previews: { feed: string; rules: RulePreview[] }[] = [];
  for (const feed of feeds) {
    const preview = await previewFeed(feed, config, store, now);
    if (preview === null)
      throw new CliError(
        1,
        'The portal’s vocabulary is not known yet, so the rules cannot be applied. `feedsync sync` reads it.',
      );
    previews.push({ feed: feed.name, rules: preview });
  }
  return {
    text: previews.length === 0 ? 'No feeds yet.' : previews.map(describePreview).join('\n\n'),
    json: { preview: previews.map(({ feed, rules }) => previewDocument(feed, rules)) },
  };
}

function describePreview({ feed, rules }: { feed: string; rules: readonly RulePreview[] }): string {
  if (rules.length === 0) return `${feed}: no rule would hold a value of its listings.`;
  const held = rules.filter((rule) => rule.count > 0).map((rule) => ofRule(rule.rule, rule));
  const live = rules
    .filter((rule) => rule.live.count > 0)
    .map(({ rule, live: found }) => ofRule(rule, found));
  return [
    ...(held.length === 0 ? [] : [`${feed}: what the rules hold with content_guard: hold.`, ...held]),
    ...(live.length === 0
      ? []
      : [
          `${feed}: values that are live and stay so, and that the rules would hold if they were new.`,
          ...live,
        ]),
  ].join('\n');
}

function ofRule(rule: RulePreview['rule'], { count: listings, examples }: RulePreview['live']): string {
  return indent(
    [
      `${count(listings, 'listing')}  ${rule} (${ruleName(rule).en})`,
      ...examples.map((example) =>
        indent(`${example.externalId}  ${oneLine(example.title ?? '', 60)}: ${example.sentence.en}`),
      ),
    ].join('\n'),
  );
}

function describe({ feed, findings, waits }: FeedFindings): string {
  return [
    `${feed.name}: ${count(findings.length, 'finding')}. A value changes only when the mapping changes it.`,
    ...waits.map((wait) => indent(describeWait(wait))),
    ...findings.map((finding) => describeFinding(feed, finding)),
  ].join('\n');
}

function describeWait({ hold, reason }: FeedWait): string {
  return hold === null
    ? `Its last file was not taken over: ${reason}`
    : `Hold ${hold} waits for a decision: ${reason} \`feedsync holds\` shows it.`;
}

function describeFinding(feed: FeedRecord, finding: Finding): string {
  const { code, pointer, message, advice, samples, of } = finding;
  const examples = samples.map(
    ({ sourceId, value }) =>
      `${externalId(sourceId, feed.idPrefix)}${value === null ? '' : ` ("${oneLine(value, 80)}")`}`,
  );
  return indent(
    [
      `${finding.count} of ${of}  ${code}  ${pointer}`,
      ...[message, examples.length === 0 ? '' : `Examples: ${examples.join(', ')}.`, advice]
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
