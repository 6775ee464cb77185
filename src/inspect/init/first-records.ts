import { parse } from 'yaml';
import type { FeedFormat } from '../../model/feed-format.js';
import type { ProposalLine, Recommendation } from '../../core/setup/proposal.js';
import type { Reference } from '../../model/reference.js';
import type { Sentence } from '../../model/sentence.js';
import { callLibrary } from '../../platform/library.js';
import type { IdCount } from '../id-count.js';
import { idRequest } from './id-stability.js';
import { mappingLines } from './lines.js';
import { isProposal } from './presets.js';
import { profileRecords } from './profile/profile.js';
import { recommendedAnswers } from './propose/build-mapping.js';
import type { Question } from './propose/draft/draft.js';
import { readSamples, type SampledFile } from './read-sample.js';

/** The first records of a file that are looked at beside the whole one. */
const recordsMax = 500;

/** A mapping in force, as a text. */
export interface ReadText {
  text: string;
  format: FeedFormat;
  /** Whether the text belongs to the feed alone, so that columns which it does not read are left out on purpose. */
  isOwn: boolean;
}

/** What the first records of a file show beside the listings that the mapping makes of all of them. */
export interface FirstRecords {
  /** Answers that the file suggests, by payload path or `transaction`. */
  recommended(reference: Reference): ReadonlyMap<string, Recommendation>;
  /** What is proven, asked and left out. */
  lines(questions: readonly Question[]): ProposalLine[];
  /** What to ask the maker of the software for; null: the ids of the whole file stay. */
  idRequest(ids: IdCount): Sentence | null;
}

/** Looks at the first records of a file as `init` does, whatever mapping reads it. */
export async function readFirstRecords(
  { spool, paths, encoding }: SampledFile,
  { text, format, isOwn }: ReadText,
): Promise<FirstRecords> {
  const { records } = await readSamples(spool, paths, format, encoding, recordsMax);
  const columns = profileRecords(records);
  const mapping = callLibrary('yaml', () => parse(text) as Record<string, unknown>);
  return {
    recommended: (reference) => recommendedAnswers(columns, records.length, reference),
    lines: (questions) => mappingLines(mapping, questions, columns, isOwn ? columns : []),
    idRequest: (ids) => idRequest(isProposal({ text }) ? mapping.source_id : null, ids),
  };
}
