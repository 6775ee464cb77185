/**
 * How a column is read, where its file does not say it: one answer of the agency holds for the whole feed, under `constants:` by the name of
 * the question. Sizes of jutro and lanac are those of 1,600 and of 2,000 square fathoms, in m².
 */
export const readingQuestions = {
  'units.area': ['m2', 'sqft', 'ar', 'ha'],
  'units.plot': ['m2', 'ar', 'ha', 'sqft'],
  'units.jutro': ['5754.64', '7193.3'],
  'units.lanac': ['7193.3', '5754.64'],
  'rent.period': ['month', 'week', 'day', 'year'],
} as const;

export type ReadingQuestion = keyof typeof readingQuestions;
export type ReadingAnswer<Q extends ReadingQuestion> = (typeof readingQuestions)[Q][number];

export function isReadingQuestion(name: string): name is ReadingQuestion {
  return Object.hasOwn(readingQuestions, name);
}
