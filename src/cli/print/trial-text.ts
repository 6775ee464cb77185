import { ownChangeShare } from '../../core/schedule/budget.js';
import { formatDuration } from '../../model/durations.js';
import type { Affected, AlteredSample, Cost, CostBudget } from '../../inspect/mapping-trial/cost.js';
import type { Preview } from '../../inspect/mapping-trial/preview.js';
import type { Trial } from '../../inspect/mapping-trial/try-mapping.js';
import { table } from './table.js';
import { count, indent, oneLine } from './text.js';
import { maybeIso, type Times } from './times.js';

/** What fits a person's screen. */
const rowsMax = 20;
const differencesMax = 6;

/** What a mapping makes of the last file, for people. */
export function previewText({ preview, snapshot }: Trial, times: Times): string {
  const { records, listings, kinds, samples } = preview;
  const others = [
    kinds.invalid > 0 ? `${kinds.invalid} not publishable` : null,
    kinds.keep > 0 ? `${kinds.keep} that wait` : null,
    kinds.ignore > 0 ? `${kinds.ignore} left out` : null,
    kinds.remove > 0 ? `${kinds.remove} to take off` : null,
    kinds.elsewhere > 0 ? `${kinds.elsewhere} of other feeds` : null,
  ].filter((part) => part !== null);
  const what = snapshot === null ? 'What its files brought' : `The file of ${times.aged(snapshot.fetchedAt)}`;
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
  return `Problems:\n${indent(table(['', 'problem', 'field', 'records', 'such as', 'why'], rows, ''))}${more(issues.length)}`;
}

function wordsText({ unknownWords }: Preview): string {
  if (unknownWords.length === 0) return '';
  const rows = unknownWords
    .slice(0, rowsMax)
    .map(({ pointer, word, count: records, samples }) => [pointer, word, records, samples.join(', ')]);
  return `Words without a meaning:\n${indent(table(['field', 'word', 'records', 'such as'], rows, ''))}${more(unknownWords.length)}`;
}

function more(length: number): string {
  return length > rowsMax ? `\n  and ${length - rowsMax} more (--json has them all)` : '';
}

/** What saving would do, for people. */
export function costText(cost: Cost): string {
  const { altered, added, invalid, takenOff, missing } = cost;
  const lines = [
    affectedText(altered, 'sent again with other content'),
    affectedText(added, 'sent that are not on the portal'),
    affectedText(invalid, 'not publishable any more: they stay on the portal as they are'),
    affectedText(takenOff, 'taken off, as their record then says; the guard is asked first'),
    affectedText(missing, 'yielded by no record any more: missing, with grace and guard'),
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

/** How long the hourly budget needs, in words. */
function budgetText({ items, waiting, itemsPerHour, neededMs, ownChanges }: CostBudget): string {
  if (items === 0) return '';
  if (itemsPerHour === null)
    return `That is ${count(items, 'item')} of the hourly budget, whose size the portal has not said yet.`;
  const own =
    ownChanges > 0
      ? `, of which changes of our own making get at most ${Math.round(ownChangeShare * 100)} %`
      : '';
  const behind = waiting > 0 ? `, behind ${count(waiting, 'item')} that wait already` : '';
  const time =
    neededMs === null
      ? 'the budget never lets them through'
      : neededMs === 0
        ? 'there is room for them at once'
        : `it takes up to ${formatDuration(neededMs)}`;
  return `That is ${count(items, 'item')}${behind}; the portal takes ${itemsPerHour} an hour${own}: ${time}.`;
}

/** The same for programs. */
export function trialDocument({ snapshot, preview, cost }: Trial): Record<string, unknown> {
  return {
    snapshot:
      snapshot === null
        ? null
        : {
            id: snapshot.id,
            fetched_at: maybeIso(snapshot.fetchedAt),
            records: snapshot.recordCount,
          },
    preview: {
      records: preview.records,
      kinds: preview.kinds,
      listings: preview.listings,
      samples: preview.samples.map(({ externalId, ...sample }) => ({ external_id: externalId, ...sample })),
      issues: preview.issues,
      unknown_words: preview.unknownWords,
    },
    cost: costDocument(cost),
  };
}

function costDocument({
  altered,
  added,
  invalid,
  takenOff,
  missing,
  ...cost
}: Cost): Record<string, unknown> {
  const { items, ownChanges, waiting, itemsPerHour, neededMs } = cost.budget;
  return {
    altered,
    added,
    invalid,
    taken_off: takenOff,
    missing,
    unchanged: cost.unchanged,
    fields: cost.fields,
    samples: cost.samples.map(({ externalId, ...sample }) => ({ external_id: externalId, ...sample })),
    budget: {
      items,
      own_changes: ownChanges,
      waiting,
      items_per_hour: itemsPerHour,
      needed_seconds: neededMs === null ? null : Math.round(neededMs / 1000),
    },
  };
}
