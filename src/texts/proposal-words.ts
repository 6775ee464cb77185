import type { Sentence } from '../model/sentence.js';
import { counted } from './counted.js';

/** Why a file suggests an answer. */
export const whyRecommended = {
  columnOfHomes: (path: string): Sentence => ({
    sr: `Skoro svi oglasi imaju podatak ${path}.`,
    en: `Nearly all listings have ${path}.`,
  }),
  middleAmount: (amount: number): Sentence => ({
    sr: `Srednji iznos je ${amount.toLocaleString('sr-Latn-RS')}.`,
    en: `The amount in the middle is ${amount.toLocaleString('en-GB')}.`,
  }),
  monthlyRents: {
    sr: 'Svi iznosi su niski kao mesečne kirije.',
    en: 'All amounts are as low as monthly rents.',
  },
  salePrices: {
    sr: 'Svi iznosi su visoki kao prodajne cene.',
    en: 'All amounts are as high as prices of sales.',
  },
  middleRent: (amount: number): Sentence => ({
    sr: `Srednja kirija je ${amount.toLocaleString('sr-Latn-RS')}.`,
    en: `The rent in the middle is ${amount.toLocaleString('en-GB')}.`,
  }),
  hundredfoldInTitles: (titles: number): Sentence => ({
    sr: `U naslovima piše sto puta veći broj (${titles}).`,
    en: `${titles} ${titles === 1 ? 'title names' : 'titles name'} a hundred times the figure.`,
  }),
  smallFigures: (small: number, all: number): Sentence => ({
    sr: `Manje od 300 ima ${small} od ${all} vrednosti.`,
    en: `${small} of ${all} figures are under 300.`,
  }),
  decimalFigures: (decimal: number, all: number): Sentence => ({
    sr: `Decimale ima ${decimal} od ${all} vrednosti.`,
    en: `${decimal} of ${all} figures have decimals.`,
  }),
  feetPerRoom: (much: number): Sentence => ({
    sr: `Na jednu sobu dolazi ${much}, što je previše za kvadratne metre.`,
    en: `Homes have ${much} for each of their rooms, too much for square metres.`,
  }),
  feetOfFlats: (much: number): Sentence => ({
    sr: `Stan srednje veličine ima ${much}, što je previše za kvadratne metre.`,
    en: `The flat in the middle has ${much}, too much for square metres.`,
  }),
  aboveTable: { sr: 'Tako piše iznad tabele.', en: 'It is written above the table.' },
  inTitles: (titles: number): Sentence => {
    const { sr, en } = counted(titles, titleForms);
    return { sr: `Tako piše: ${sr}.`, en: `${en} it.` };
  },
};

const titleForms = {
  sr: ['naslov', 'naslova', 'naslova'],
  en: ['title names', 'titles name'],
} as const;

/** What an agency asks the maker of its software for, where the feed has no id that stays. Written to be sent as it is. */
export const stableIdRequest: Sentence = {
  sr: 'Molimo vas da uz svaki oglas u fajl upisujete šifru koja se nikada ne menja i ne koristi ponovo.',
  en: 'Please export with each listing a number that never changes and is never used again.',
};
