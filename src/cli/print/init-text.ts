import type { FieldProposal, Light, Proposal } from '../../inspect/init/index.js';
import type { UnmappedWord } from '../../inspect/unmapped.js';
import { meaningLines } from './meanings.js';
import { table } from './table.js';
import { count, indent, oneLine } from './text.js';

/** What was written and what is to be pasted. */
interface Outcome {
  name: string;
  feed: string;
  written: readonly string[];
  notes: readonly string[];
}

const shownMax = 8;
const wordsMax = 20;

/** The report of `init`: what the file is, how many listings are ready, each field with its light, and what a person has to do. */
export function proposalText(proposal: Proposal, outcome: Outcome): string {
  const { report } = proposal;
  const parts = [
    whatItIs(proposal),
    readiness(proposal),
    fields(report.fields),
    list('To be looked at:', [...report.doubts, ...report.ids.doubts, ...doubts(report.fields)]),
    words(report.words),
    questions(proposal),
    written(proposal, outcome),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

function whatItIs({ format, preset, report }: Proposal): string {
  const { kind, why } = report.kind;
  const lines = [
    `${format.about}; ${format.encoding}; ${count(format.records, 'record')}.`,
    preset === null
      ? 'No preset knows this format; a mapping was worked out from its names and values.'
      : `The preset ${preset} knows this format.`,
    `${kind === 'full' ? 'It holds everything that there is' : 'It holds changes only'}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
  ];
  if (report.languages.length > 0)
    lines.push(
      `Its texts are in ${report.languages.map((code) => languageNames.of(code) ?? code).join(', ')}.`,
    );
  return lines.join('\n');
}

function readiness({ report, format }: Proposal): string {
  const { listings, ready, leftOut, problems } = report.readiness;
  const light = ready === listings ? 'green' : ready > listings / 2 ? 'yellow' : 'red';
  const gone =
    leftOut === 0
      ? ''
      : ` ${count(leftOut, 'record')} ${leftOut === 1 ? 'is' : 'are'} left out or taken off as the feed says.`;
  const after = report.readiness.questions.length === 0 ? '' : ' once the questions below are answered';
  const looked = report.ids.records;
  const part = looked < format.records ? ` These are the first ${looked} of ${format.records} records.` : '';
  const lead = `${light.padEnd(6)}  We read ${count(listings, 'listing')}; ${ready} ${ready === 1 ? 'is' : 'are'} ready${after}.${gone}${part}`;
  const reasons = problems
    .slice(0, shownMax)
    .map(
      ({ pointer, code, listings: number, sample }) =>
        `${pointer.slice(1).replaceAll('/', '.')}: ${count(number, 'listing')}, ${reason(code)} (${oneLine(sample, 70)})`,
    );
  return reasons.length === 0 ? lead : `${lead}\n${indent(reasons.join('\n'), '        ')}`;
}

const reasonsByCode: Readonly<Record<string, string>> = {
  required: 'nothing found, and the portal needs it',
  unmapped_word: 'a word without a meaning',
  place_unknown: 'a place that the portal does not know',
  place_ambiguous: 'a place of which there are several',
  answer_missing: 'not answered yet',
};

function reason(code: string): string {
  return reasonsByCode[code] ?? code.replaceAll('_', ' ');
}

function fields(proposals: readonly FieldProposal[]): string {
  if (proposals.length === 0) return '';
  const rows = proposals.map(({ light, field, from, confidence, samples }) => [
    light,
    field,
    from ?? '–',
    `${Math.round(confidence * 100)} %`.padStart(5),
    samples.map((sample) => oneLine(sample, 28)).join(' · '),
  ]);
  const counts = (['green', 'yellow', 'red'] as const).map((light) => counted(proposals, light));
  const told = `${count(proposals.length, 'field')}: ${counts.filter((text) => text !== '').join(', ')}.`;
  return `${told}\n${table(['Light', 'Field', 'From', ' Sure', 'Samples'], rows, '')}`;
}

function counted(proposals: readonly FieldProposal[], light: Light): string {
  const number = proposals.filter((one) => one.light === light).length;
  return number === 0 ? '' : `${number} ${light}`;
}

/** Red ones first; fields with the same doubt stand together. */
function doubts(proposals: readonly FieldProposal[]): string[] {
  const byDoubt = new Map<string, string[]>();
  for (const light of ['red', 'yellow'] as const)
    for (const { field, doubt } of proposals.filter((one) => one.light === light))
      if (doubt !== null) byDoubt.set(doubt, [...(byDoubt.get(doubt) ?? []), field]);
  return [...byDoubt].map(([doubt, names]) => `${names.join(', ')}: ${doubt}`);
}

/** What may be meant, as lines to paste. */
function words(all: readonly UnmappedWord[]): string {
  const open = all.filter((word) => word.table !== null);
  if (open.length === 0) return '';
  const more = open.length > wordsMax ? ` These are the commonest ${wordsMax} of ${open.length}.` : '';
  const lead = `Words without a meaning, for the feed's configuration. What stands behind them is guessed from likeness: look at each; null means nothing.${more}`;
  return `${lead}\n${indent(['tables:', ...meaningLines(open.slice(0, wordsMax))].join('\n'))}`;
}

function questions({ report }: Proposal): string {
  return list(
    'Only the agency can answer this:',
    report.readiness.questions.map(
      ({ question, listings, setting }) => `${question} It decides ${count(listings, 'listing')}: ${setting}`,
    ),
  );
}

function list(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}\n${indent(lines.map((line) => `- ${line}`).join('\n'))}`;
}

function written({ preset, yaml }: Proposal, { feed, written: files, notes, name }: Outcome): string {
  const isWritten = (part: string): boolean => files.some((file) => file.includes(part));
  const done = files.length === 0 ? [] : [files.map((file) => `Written: ${file}`).join('\n')];
  const mapping =
    preset !== null || files.length > 0
      ? []
      : [
          `The mapping, for mappings/${name}.yaml (or run this again with --write):\n\n${indent(yaml.trimEnd())}`,
        ];
  const entry = isWritten('feeds') ? [] : [`The feed, for the configuration:\n\n${indent(feed.trimEnd())}`];
  return [...done, ...notes, ...mapping, ...entry].join('\n\n').trimEnd();
}
