import { firstOpenStep, type OpenStep, type SetupFacts } from '../core/setup/setup-steps.js';
import type { Sentence } from '../model/sentence.js';
import { fieldName } from './field-names.js';

const sentences: Readonly<Record<Exclude<OpenStep['step'], 'choose'>, Sentence>> = {
  read: {
    sr: 'Fajl agencije još nije pročitan. Kada bude pročitan, oglasi mogu da se pošalju.',
    en: 'The agency’s file is not read yet. Once it is, the listings can be sent.',
  },
  none_ready: {
    sr: 'Nijedan oglas još nije spreman. Pogledajte šta nedostaje.',
    en: 'No listing is ready yet. See what is missing.',
  },
  connect: { sr: 'Prvo unesite kod sa portala.', en: 'First enter the code from the portal.' },
  confirm: {
    sr: 'Prvo potvrdite da je agencija koju portal navodi vaša.',
    en: 'First confirm that the agency named by the portal is yours.',
  },
  mandate: {
    sr: 'Prvo dajte izjavu o ugovorima o posredovanju.',
    en: 'First make the statement about the mandates.',
  },
  mandate_denied: {
    sr: 'Bez ugovora o posredovanju oglasi ne mogu da se objave. Izostavite iz fajla oglase bez ugovora, pa dajte izjavu ponovo.',
    en: 'Listings without a mandate cannot be published. Leave them out of the file, then make the statement again.',
  },
  owner_nearby: {
    sr: 'Prvo odgovorite da li vlasnici stanova koje izdajete žive u blizini.',
    en: 'First answer whether the owners of rented homes live nearby.',
  },
};

/** The step to do before the listings can be sent; null: they can be sent now. */
export function whyNotSend(facts: SetupFacts): Sentence | null {
  const open = firstOpenStep(facts);
  if (open === null) return null;
  if (open.step !== 'choose') return sentences[open.step];
  const { sr, en } = fieldName(open.path);
  return { sr: `Prvo izaberite: ${sr}.`, en: `First choose: ${en}.` };
}
