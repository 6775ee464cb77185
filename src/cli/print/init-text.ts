import type { FieldProposal, Light, Proposal, Question } from '../../inspect/init/index.js';
import type { ProposalLine } from '../../core/setup/proposal.js';
import type { Finding } from '../../model/quality-finding.js';
import type { UnmappedWord } from '../../inspect/unmapped.js';
import { meaningLines } from './meanings.js';
import { table } from './table.js';
import { count, indent, oneLine } from './text.js';

/** Files that were written, and lines to paste. */
interface Outcome {
  name: string;
  feed: string;
  written: readonly string[];
  notes: readonly string[];
}

const shownMax = 8;
const wordsMax = 20;
const findingsMax = 12;

/** The report of `init`: the format, how many listings are ready, each field with its light, and what remains to do. */
export function proposalText(proposal: Proposal, outcome: Outcome): string {
  const { report } = proposal;
  const parts = [
    whatItIs(proposal),
    readiness(proposal),
    fields(report.fields),
    kindsOfLines(proposal),
    list('To check:', [...report.doubts, ...report.ids.doubts, ...doubts(report.fields)]),
    list('What looks wrong in the records:', findings(report.findings)),
    words(report.words),
    questions(proposal),
    written(proposal, outcome),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

function whatItIs({ format, preset, report }: Proposal): string {
  const { kind, why } = report.kind;
  const isWhole = kind === 'full' && report.missing === null;
  const lines = [
    `${format.about}; ${format.encoding}; ${count(format.records, 'record')}.`,
    preset === null
      ? 'No preset fits this format; a mapping was derived from its names and values.'
      : `The preset ${preset} fits this format.`,
    ...(isWhole || kind === 'delta'
      ? [
          `${kind === 'full' ? 'It is a full feed' : 'It is a delta feed'}: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,
        ]
      : []),
    ...(report.missing === null
      ? []
      : [`It is not everything, and feedsync applies no such file. ${capital(report.missing)}.`]),
  ];
  if (report.languages.length > 0)
    lines.push(`Languages: ${report.languages.map((code) => languageNames.of(code) ?? code).join(', ')}.`);
  return lines.join('\n');
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function readiness({ report, format }: Proposal): string {
  const { listings, ready, leftOut, problems } = report.readiness;
  const light =
    report.missing !== null
      ? 'red'
      : ready === listings && !hasDoubts(report.findings)
        ? 'green'
        : ready > listings / 2
          ? 'yellow'
          : 'red';
  const gone =
    leftOut === 0
      ? ''
      : ` ${count(leftOut, 'record')} ${leftOut === 1 ? 'is' : 'are'} ignored or removed, as the feed says.`;
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
  required: 'not found, and required by the portal',
  unmapped_word: 'an unmapped value',
  place_unknown: 'a place that the portal does not have',
  place_ambiguous: 'a place name that is ambiguous',
  answer_missing: 'not answered yet',
  duplicate_id: 'an id that another record with other content has',
};

function reason(code: string): string {
  if (code.startsWith('doubt_')) return 'waits until it is confirmed';
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
  const summary = `${count(proposals.length, 'field')}: ${counts.filter((text) => text !== '').join(', ')}.`;
  return `${summary}\n${table(['Light', 'Field', 'From', ' Sure', 'Samples'], rows, '')}`;
}

function counted(proposals: readonly FieldProposal[], light: Light): string {
  const number = proposals.filter((one) => one.light === light).length;
  return number === 0 ? '' : `${number} ${light}`;
}

/** Red fields first; fields with the same doubt in one line. */
function doubts(proposals: readonly FieldProposal[]): string[] {
  const byDoubt = new Map<string, string[]>();
  for (const light of ['red', 'yellow'] as const)
    for (const { field, doubt } of proposals.filter((one) => one.light === light))
      if (doubt !== null) byDoubt.set(doubt, [...(byDoubt.get(doubt) ?? []), field]);
  return [...byDoubt].map(([doubt, names]) => `${names.join(', ')}: ${doubt}`);
}

/** Whether listings will wait until a value is confirmed. */
function hasDoubts(all: readonly Finding[]): boolean {
  return all.some(({ code }) => code.startsWith('doubt_'));
}

/** What `quality` will say of the feed. */
function findings(all: readonly Finding[]): string[] {
  const lines = all
    .slice(0, findingsMax)
    .map(({ code, pointer, count: records, of, message, samples, advice }) => {
      const field = pointer === '' ? '' : ` ${pointer.slice(1).replaceAll('/', '.')}`;
      const ids = samples.map(({ sourceId }) => sourceId).join(', ');
      return `${records} of ${of}  ${code}${field}: ${oneLine(message, 160)}${ids === '' ? '' : ` (${oneLine(ids, 60)})`} ${advice}`;
    });
  const more = all.length - lines.length;
  return more > 0
    ? [...lines, `… and ${more} more: \`feedsync quality\` lists them once the feed is read.`]
    : lines;
}

/** Suggestions for unmapped values, as lines to paste. */
function words(all: readonly UnmappedWord[]): string {
  const open = all.filter((word) => word.table !== null);
  if (open.length === 0) return '';
  const more = open.length > wordsMax ? ` These are the most frequent ${wordsMax} of ${open.length}.` : '';
  const lead = `Unmapped values, for the feed's configuration. The suggestions are guessed from similar words: check each one. null leaves the field empty.${more}`;
  return `${lead}\n${indent(['tables:', ...meaningLines(open.slice(0, wordsMax))].join('\n'))}`;
}

function questions({ report }: Proposal): string {
  return list(
    'Open questions. A listing that waits for one is not published. ask_partner in place of an answer under constants: asks the partner:',
    report.readiness.questions.map(asked),
  );
}

const answeredBy: Readonly<Record<Question['who'], string>> = {
  agency: 'the agency',
  software: 'the maker of its software',
  operator: 'the operator',
};

function asked({ question, listings, samples, who, recommended, setting }: Question): string {
  const shown = samples.map((sample) => oneLine(sample, 40)).join(' · ');
  const advice = recommended === null ? '' : ` Recommended: ${recommended.answer}. ${recommended.why.en}`;
  const lead = `${question} Affects ${count(listings, 'listing')}: ${setting}`;
  return `${lead}\n  Answered by ${answeredBy[who]}, for example of: ${shown}.${advice}`;
}

/** How many lines of each kind the proposal has, and the columns that it does not read. */
function kindsOfLines({ report }: Proposal): string {
  const of = (kind: ProposalLine['kind']): ProposalLine[] =>
    report.lines.filter((line) => line.kind === kind);
  const unused = of('left_out').flatMap(({ field, from }) => (field === null && from !== null ? [from] : []));
  if (report.lines.length === 0) return '';
  const lead = `${of('proven').length} proven, ${count(of('question').length, 'question')}, ${of('left_out').length} left out.`;
  const more = unused.length > unusedMax ? ` and ${unused.length - unusedMax} more` : '';
  return unused.length === 0 ? lead : `${lead}\nNot used: ${unused.slice(0, unusedMax).join(', ')}${more}.`;
}

const unusedMax = 30;

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
