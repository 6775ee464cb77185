import type { Proposal } from '../inspect/init/index.js';
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

/** The report of `init`: what the file is, how many listings are ready, each field with its light, and the questions. */
export function proposalText(proposal: Proposal, outcome: Outcome): string {
  const { report } = proposal;
  const parts = [
    whatItIs(proposal),
    readiness(proposal),
    fields(proposal),
    list('Look at this:', [...report.doubts, ...report.ids.doubts]),
    questions(proposal),
    written(proposal, outcome),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function whatItIs({ format, preset, report }: Proposal): string {
  const known =
    preset === null
      ? 'No preset knows this format; a mapping was worked out from its names and values.'
      : `The preset ${preset} knows this format.`;
  const languages = report.languages.length === 0 ? '' : ` Texts: ${report.languages.join(', ')}.`;
  const kind = report.kind.kind === 'full' ? 'It holds everything' : 'It holds changes only';
  return `${format.about}; ${format.encoding}; ${count(format.records, 'record')}.\n${known} ${kind} (${report.kind.why.replace(/\.$/, '')}).${languages}`;
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
        `${pointer.slice(1).replaceAll('/', '.')}: ${count(number, 'listing')}, ${code} (${oneLine(sample, 70)})`,
    );
  return reasons.length === 0 ? lead : `${lead}\n${indent(reasons.join('\n'), '        ')}`;
}

function fields({ report }: Proposal): string {
  if (report.fields.length === 0) return '';
  const rows = report.fields.map(({ light, field, from, confidence, samples, doubt }) => [
    light,
    field,
    from ?? '–',
    `${Math.round(confidence * 100)} %`,
    samples.map((sample) => oneLine(sample, 24)).join(' · '),
    light === 'green' ? '' : (doubt ?? ''),
  ]);
  return table(['Light', 'Field', 'From', 'Sure', 'Samples', 'Doubt'], rows, '');
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
  const done = files.map((file) => `Written: ${file}`);
  const isWritten = (part: string): boolean => files.some((file) => file.includes(part));
  const mapping =
    preset !== null || files.length > 0
      ? []
      : [`The mapping, for mappings/${name}.yaml (or run this again with --write):\n${yaml}`];
  const entry = isWritten('feeds') ? [] : [`The feed, for the configuration:\n${feed}`];
  return [...done, ...notes, ...mapping, ...entry].join('\n\n').trimEnd();
}
