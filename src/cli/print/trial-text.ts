import { ownChangeShare } from '../../core/schedule/budget.js';
import { formatDuration } from '../../model/durations.js';
import { trialDocument } from '../../documents/trial.js';
import type { Becomes } from '../../model/listing-states.js';
import type { Affected, AlteredSample, Cost, CostBudget } from '../../inspect/mapping-trial/cost.js';
import type { Preview } from '../../inspect/mapping-trial/preview.js';
import type { Trial } from '../../inspect/mapping-trial/try-mapping.js';
import { table } from './table.js';
import { count, indent, oneLine } from './text.js';
import { maybeIso, type Times } from './times.js';

/** Maximum number of rows of a list, so that the text fits a screen. */
const rowsMax = 20;
const differencesMax = 6;

/** What a mapping makes of the last file, as text. */
export function previewText({ preview, snapshot }: Trial, times: Times): string {
  const { records, listings, kinds, samples } = preview;
  const others = [
    kinds.invalid > 0 ? `${kinds.invalid} not publishable` : null,
    kinds.keep > 0 ? `${kinds.keep} waiting` : null,
    kinds.ignore > 0 ? `${kinds.ignore} ignored` : null,
    kinds.remove > 0 ? `${kinds.remove} to remove` : null,
    kinds.elsewhere > 0 ? `${kinds.elsewhere} of other feeds` : null,
  ].filter((part) => part !== null);
  const what =
    snapshot === null ? 'The records of its files' : `The file of ${times.aged(snapshot.fetchedAt)}`;
  const head = `${what}: ${count(records, 'record')}, ${count(listings, 'listing')} to publish${others.map((part) => `, ${part}`).join('')}.`;
  const rows = samples.map((sample) => [
    sample.externalId,
    sample.transaction,
    sample.category,
    sample.price,
    sample.place,
    sample.photos,
    sample.title,
  ]);
  const headings = ['listing', 'offer', 'category', 'price', 'place', 'photos', 'title'];
  return [
    head,
    table(headings, rows, 'No record becomes a listing.'),
    issuesText(preview),
    wordsText(preview),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function issuesText({ issues }: Preview): string {
  if (issues.length === 0) return '';
  const rows = issues
    .slice(0, rowsMax)
    .map(({ severity, code, pointer, count: records, samples }) => [
      severity,
      code,
      pointer === '' ? null : pointer,
      records,
      samples.map(({ record }) => record).join(', '),
      samples[0]?.message ?? null,
    ]);
  return `Problems:\n${indent(table(['', 'problem', 'field', 'records', 'examples', 'why'], rows, ''))}${more(issues.length)}`;
}

function wordsText({ unknownWords }: Preview): string {
  if (unknownWords.length === 0) return '';
  const rows = unknownWords
    .slice(0, rowsMax)
    .map(({ pointer, word, count: records, samples }) => [pointer, word, records, samples.join(', ')]);
  return `Unmapped values:\n${indent(table(['field', 'value', 'records', 'examples'], rows, ''))}${more(unknownWords.length)}`;
}

function more(length: number): string {
  return length > rowsMax ? `\n  and ${length - rowsMax} more (--json lists them)` : '';
}

/** What saving would cost, as text. */
export function costText(cost: Cost): string {
  const { altered, added, invalid, takenOff, missing } = cost;
  const lines = [
    affectedText(altered, 'sent again with other content'),
    affectedText(added, 'new on the portal'),
    affectedText(invalid, 'no longer publishable: they stay on the portal as they are'),
    affectedText(takenOff, 'removed, because their record then says so; the guard checks this first'),
    affectedText(missing, 'no longer in any record: missing, with grace and guard'),
  ].filter((line) => line !== null);
  if (lines.length === 0) return 'What it costs: nothing changes.';
  const fields = cost.fields
    .slice(0, rowsMax)
    .map(({ pointer, count: listings }) => `${pointer} (${listings})`)
    .join(', ');
  return [
    `What it costs:\n${indent(lines.join('\n'))}`,
    fields === '' ? '' : `What differs: ${fields}`,
    cost.samples.map(sampleText).join('\n'),
    budgetText(cost.budget),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Every listing that would change, what becomes of it and why, as a table; empty if none changes. */
export function changesText({ changes }: Cost): string {
  const rows = changes.map(({ externalId, title, becomes, word }) => [
    externalId,
    becomesWords[becomes],
    word === null ? null : oneLine(word, 40),
    title === null ? null : oneLine(title, 60),
  ]);
  return table(['listing', 'what becomes of it', 'because of', 'title'], rows, '');
}

const becomesWords: Readonly<Record<Becomes, string>> = {
  sold: 'removed: sold',
  rented: 'removed: rented',
  withdrawn: 'removed: withdrawn',
  expired: 'removed: expired',
  hidden: 'hidden',
  asked: 'its state waits: unknown word',
  missing: 'missing',
  invalid: 'not publishable: stays as it is',
  shown: 'shown again',
  altered: 'sent again',
  added: 'new on the portal',
};

function affectedText({ count: listings, samples }: Affected, what: string): string | null {
  if (listings === 0) return null;
  return `${count(listings, 'listing')} ${what} (${samples.join(', ')}${listings > samples.length ? ', …' : ''})`;
}

function sampleText({ externalId, title, differences }: AlteredSample): string {
  const lines = differences
    .slice(0, differencesMax)
    .map(({ pointer, before, after }) => `  ${pointer}: ${shown(before)} → ${shown(after)}`);
  const rest =
    differences.length > differencesMax ? [`  and ${differences.length - differencesMax} more`] : [];
  return [`${externalId}${title === null ? '' : ` (${oneLine(title, 60)})`}`, ...lines, ...rest].join('\n');
}

function shown(value: unknown): string {
  if (value === undefined) return '(nothing)';
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value), 60);
}

/** How long the hourly budget needs, as a sentence. */
function budgetText({ items, waiting, itemsPerHour, neededMs, ownChanges }: CostBudget): string {
  if (items === 0) return '';
  if (itemsPerHour === null)
    return `That is ${count(items, 'item')} of the hourly budget, whose size is not known yet.`;
  const own =
    ownChanges > 0
      ? `, of which changes that do not come from the feed get at most ${Math.round(ownChangeShare * 100)} %`
      : '';
  const behind = waiting > 0 ? `, behind ${count(waiting, 'waiting item')}` : '';
  const time =
    neededMs === null
      ? 'the budget never allows them'
      : neededMs === 0
        ? 'the budget has room for them now'
        : `it takes up to ${formatDuration(neededMs)}`;
  return `That is ${count(items, 'item')}${behind}; the portal takes ${itemsPerHour} an hour${own}: ${time}.`;
}

/** The trial for `--json`. */
export function trialJson(trial: Trial): Record<string, unknown> {
  const { snapshot } = trial;
  return {
    snapshot:
      snapshot === null
        ? null
        : { id: snapshot.id, fetched_at: maybeIso(snapshot.fetchedAt), records: snapshot.recordCount },
    ...trialDocument(trial, (value) => value),
  };
}
