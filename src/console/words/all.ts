import { agenciesWords } from './agencies.js';
import { agencyWords } from './agency.js';
import { accountWords } from './account.js';
import { doubtWords } from './doubts.js';
import { fieldWords } from './fields.js';
import { listWords, tableWords } from './lists.js';
import { mappingWords } from './mapping.js';
import { operationsWords } from './operations.js';
import { operatorWords } from './operator.js';
import { lineWords, proposalWords } from './proposal.js';
import { questionWords } from './questions.js';
import { setupWords } from './setup.js';
import { sharedWords } from './shared.js';
import { storyWords } from './story.js';
import { upgradeWords } from './upgrade.js';

/** Every table of texts. A page’s texts are in a table whose audience reads the page. */
export const tables = [
  sharedWords,
  storyWords,
  agencyWords,
  doubtWords,
  fieldWords,
  mappingWords,
  accountWords,
  setupWords,
  agenciesWords,
  operatorWords,
  tableWords,
  listWords,
  operationsWords,
  questionWords,
  upgradeWords,
  lineWords,
  proposalWords,
] as const;

/** Every text by its key. */
export const all = {
  ...sharedWords.entries,
  ...storyWords.entries,
  ...agencyWords.entries,
  ...doubtWords.entries,
  ...fieldWords.entries,
  ...mappingWords.entries,
  ...accountWords.entries,
  ...setupWords.entries,
  ...agenciesWords.entries,
  ...operatorWords.entries,
  ...tableWords.entries,
  ...listWords.entries,
  ...operationsWords.entries,
  ...questionWords.entries,
  ...upgradeWords.entries,
  ...lineWords.entries,
  ...proposalWords.entries,
};

export type Key = keyof typeof all;
