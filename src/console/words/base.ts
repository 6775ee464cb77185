import { agencyWords } from './agency.js';
import { accountWords } from './account.js';
import { doubtWords } from './doubts.js';
import { fieldWords } from './fields.js';
import { tableWords } from './lists.js';
import { mappingWords } from './mapping.js';
import { lineWords, proposalWords } from './proposal.js';
import { setupWords } from './setup.js';
import { sharedWords } from './shared.js';
import { storyWords } from './story.js';

/** Tables of the pages that agencies read. Proposals stand on those pages too, for staff who set an agency up. */
export const baseTables = [
  sharedWords,
  storyWords,
  agencyWords,
  doubtWords,
  fieldWords,
  mappingWords,
  accountWords,
  setupWords,
  tableWords,
  lineWords,
  proposalWords,
] as const;

export const base = {
  ...sharedWords.entries,
  ...storyWords.entries,
  ...agencyWords.entries,
  ...doubtWords.entries,
  ...fieldWords.entries,
  ...mappingWords.entries,
  ...accountWords.entries,
  ...setupWords.entries,
  ...tableWords.entries,
  ...lineWords.entries,
  ...proposalWords.entries,
};
