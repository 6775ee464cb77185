import type { Becomes } from '../model/listing-states.js';
import type { Sentence } from '../model/sentence.js';

const sentences: Readonly<Record<Becomes, Sentence>> = {
  sold: { sr: 'uklanja se: prodato', en: 'removed: sold' },
  rented: { sr: 'uklanja se: izdato', en: 'removed: rented' },
  withdrawn: { sr: 'uklanja se: povučeno', en: 'removed: withdrawn' },
  expired: { sr: 'uklanja se: isteklo', en: 'removed: expired' },
  hidden: { sr: 'skriva se: rezervisano ili isključeno', en: 'hidden: reserved or switched off' },
  asked: { sr: 'stanje čeka: reč nije poznata', en: 'its state waits: unknown word' },
  missing: { sr: 'nije više u fajlu', en: 'not in the file any more' },
  invalid: { sr: 'ne može da se objavi: ostaje kako jeste', en: 'not publishable: stays as it is' },
  shown: { sr: 'ponovo se prikazuje', en: 'shown again' },
  altered: { sr: 'šalje se ponovo sa drugim sadržajem', en: 'sent again with other content' },
  added: { sr: 'novo na portalu', en: 'new on the portal' },
};

/** What becomes of a listing by another version of its mapping. */
export function becomesSentence(becomes: Becomes): Sentence {
  return sentences[becomes];
}
