import type { Issue, MappedRecord } from '../../model/outcome.js';
import type { Recommendation } from '../../core/setup/proposal.js';
import type { Question } from './propose/draft/draft.js';

/** Maximum number of listings named with a question. */
const samplesMax = 3;
const sampleLengthMax = 80;

/**
 * Codes of issues that are a question, with its text where that of the field does not fit. A code that a person answers once for the whole
 * feed belongs here; an unmapped word does not, because it is a question of its own.
 */
const questionCodes: Readonly<Record<string, Partial<AskedField>>> = {
  answer_missing: {},
};

/** Whether an issue is an open question, not a fault of the mapping or the feed. */
export function isQuestion({ code }: Pick<Issue, 'code'>): boolean {
  return Object.hasOwn(questionCodes, code);
}

interface AskedField {
  question: string;
  section: Question['section'];
  example: string;
  who: Question['who'];
}

const fields: Readonly<Record<string, Pick<AskedField, 'question' | 'section' | 'example'>>> = {
  transaction: {
    question: 'Are the listings whose record does not say it for sale or for rent?',
    section: 'constants',
    example: 'sale',
  },
  category: {
    question:
      'Of which kind are the listings whose record does not say it: Stan, Kuća, Plac, Lokal, Garaža …?',
    section: 'constants',
    example: 'Stan',
  },
  'location.place_id': {
    question: 'In which town are the listings whose record does not say it?',
    section: 'constants',
    example: 'Novi Sad',
  },
  'legal.mandate_attested': {
    question: 'Does the agency hold a written mandate of the owner for each of these listings?',
    section: 'answers',
    example: 'true',
  },
  'rent.owner_lives_nearby': {
    question: 'Do owners of the homes that are let live in the same building or nearby?',
    section: 'answers',
    example: 'false',
  },
  'price.currency': {
    question: 'In which currency are the prices, EUR or RSD?',
    section: 'constants',
    example: 'EUR',
  },
  'rent.currency': {
    question: 'In which currency are the rents, EUR or RSD?',
    section: 'constants',
    example: 'EUR',
  },
  'rent.type': {
    question: 'For how long are these homes let: long_term, mid_term, short_term, or is it a room?',
    section: 'constants',
    example: 'long_term',
  },
  'rent.period': {
    question: 'For which time are the rents whose record does not say it: month, week, day or year?',
    section: 'constants',
    example: 'month',
  },
  'units.area': {
    question: 'In which unit are the areas whose record does not say it: m2, sqft, ar or ha?',
    section: 'constants',
    example: 'm2',
  },
  'units.plot': {
    question: 'In which unit are the plots whose record does not say it: m2, ar, ha or sqft?',
    section: 'constants',
    example: 'm2',
  },
  'units.jutro': {
    question:
      'How large is a jutro of these listings in m²: 5754.64 (1,600 square fathoms) or 7193.3 (2,000)?',
    section: 'constants',
    example: '5754.64',
  },
  'units.lanac': {
    question:
      'How large is a lanac of these listings in m²: 7193.3 (2,000 square fathoms) or 5754.64 (1,600)?',
    section: 'constants',
    example: '7193.3',
  },
};

/** Collects the open questions of a file, with the listings that wait for each. */
export class OpenQuestions {
  readonly #open = new Map<string, { code: string; field: string; listings: number; samples: string[] }>();

  /** @param recommended answers that the file suggests, by payload path or `transaction` */
  constructor(private readonly recommended: ReadonlyMap<string, Recommendation>) {}

  /** Counts the questions of one record, each once. @param shown its title or id; null: it has neither */
  meet(issues: readonly Issue[], shown: string | null): void {
    const asked = issues.filter(isQuestion);
    if (asked.length === 0) return;
    const seen = new Set<string>();
    for (const { code, pointer } of asked) {
      const key = `${pointer} ${code}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const field = pointer.slice(1).replaceAll('/', '.');
      const open = this.#open.get(key) ?? { code, field, listings: 0, samples: [] };
      open.listings += 1;
      if (shown !== null && open.samples.length < samplesMax)
        open.samples.push(shown.slice(0, sampleLengthMax));
      this.#open.set(key, open);
    }
  }

  /** The questions that most listings wait for come first. */
  list(): Question[] {
    return [...this.#open.values()]
      .sort((a, b) => b.listings - a.listings)
      .map(({ code, field, listings, samples }) => {
        const recommended = this.recommended.get(field) ?? null;
        const {
          question = `What is ${field} of these listings?`,
          section = 'constants',
          example = '…',
          who = 'agency',
        } = { ...(Object.hasOwn(fields, field) ? fields[field] : {}), ...questionCodes[code] };
        const name = section === 'answers' ? field.replace(/^.*\./, '') : field;
        const answer = recommended?.answer ?? example;
        return {
          ...{ name, field, question, who, section, example: answer },
          ...{ setting: `${section}: { ${name}: ${answer} }`, listings, samples, recommended },
        };
      });
  }
}

/** What a record is called among the samples of a question: its title, or its id. */
export function shownAs({ sourceId, listings }: Pick<MappedRecord, 'sourceId' | 'listings'>): string | null {
  const title: unknown = listings.map(({ payload }) => payload?.title).find((one) => one !== undefined);
  return titleOf(title) ?? sourceId;
}

function titleOf(title: unknown): string | null {
  const text: unknown = typeof title === 'object' && title !== null && 'sr' in title ? title.sr : null;
  return typeof text === 'string' ? text : null;
}
