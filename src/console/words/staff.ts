import { agenciesWords } from './agencies.js';
import { designWords } from './design.js';
import { know } from './known.js';
import { listWords } from './lists.js';
import { operationsWords } from './operations.js';
import { operatorWords } from './operator.js';
import { questionWords } from './questions.js';
import { upgradeWords } from './upgrade.js';

/** Tables of the pages that only the partner's staff read. They are loaded with those pages, so that an agency does not wait for them. */
export const staffTables = [
  agenciesWords,
  operatorWords,
  listWords,
  operationsWords,
  questionWords,
  upgradeWords,
  designWords,
] as const;

export const staff = {
  ...agenciesWords.entries,
  ...operatorWords.entries,
  ...listWords.entries,
  ...operationsWords.entries,
  ...questionWords.entries,
  ...upgradeWords.entries,
  ...designWords.entries,
};

know(staff);
