import type { PropertyKind } from '../../../model/content.js';
import { fold } from '../../../model/fold.js';

export type { PropertyKind } from '../../../model/content.js';

/** Beginnings of folded words by which a category's label names its kind. A word in `whole` counts only as a whole. */
const words: Readonly<Record<PropertyKind, { begins: string; whole: string }>> = {
  flat: {
    begins:
      'apartm appartam garsonjer garsoner penthaus penthouse salonac dupleks duplex potkrovlj maisonette mezonet wohnung kvartir',
    whole: 'stan stanovi flat flats studio loft attic piso appartement lakas byt mieszkanie',
  },
  house: {
    begins:
      'kuc house vikendic cottage bungalow chalet townhouse terrac dvojn semi-detach detach domacinstv haus einfamilien',
    whole: 'vila villa salas farm holiday weekend dom maison casa',
  },
  room: { begins: '', whole: 'soba sobe room rooms zimmer' },
  premises: {
    begins:
      'poslovn kancelarij lokal ugostitelj magacin skladist proizvodn industr office retail commerc business premises warehouse restaurant hotel hospitalit factor workshop radionic',
    whole: 'hala hall shop shops bar stovariste',
  },
  garage: { begins: 'garaz garag parking', whole: 'storage ostava carport stellplatz' },
  land: {
    begins:
      'plac zemljist gradevin poljoprivred farmland vocnjak vinograd orchard vineyard parcel grundstuck',
    whole: 'land plot plots njiva njive suma sume forest livada',
  },
};

const kindOfBeginning = Object.entries(words).flatMap(([kind, { begins }]) =>
  begins.split(' ').flatMap((begin) => (begin === '' ? [] : [{ begin, kind: kind as PropertyKind }])),
);
const kindOfWhole = new Map(
  Object.entries(words).flatMap(([kind, { whole }]) =>
    whole.split(' ').map((word) => [word, kind as PropertyKind] as const),
  ),
);

/**
 * The kind of property that a category of the portal's vocabulary stands for, by its key and labels in any language: the portal may rename
 * a key. The first telling word of each text counts. Null where the texts name none, or two equally often: such a category has no bands.
 */
export function kindOfCategory(texts: readonly string[]): PropertyKind | null {
  const votes = new Map<PropertyKind, number>();
  for (const text of texts) {
    const kind = kindOfText(text);
    if (kind !== null) votes.set(kind, (votes.get(kind) ?? 0) + 1);
  }
  const [first, second] = [...votes].sort(([, a], [, b]) => b - a);
  return first === undefined || first[1] === second?.[1] ? null : first[0];
}

function kindOfText(text: string): PropertyKind | null {
  for (const word of fold(text).split(/[^a-z-]+/)) {
    const kind = kindOfWhole.get(word) ?? kindOfBeginning.find(({ begin }) => word.startsWith(begin))?.kind;
    if (kind !== undefined) return kind;
  }
  return null;
}
