import { fold } from '../../../model/fold.js';
import type { Reference } from '../../../model/reference.js';
import {
  buildingGroups,
  categories,
  conditions,
  furnishings,
  heatings,
  ownerships,
  type WordList,
} from './word-lists.js';

/**
 * A reference for use without the portal's directories: usual labels of categories, heating and the like resolve, and every town and
 * attribute is found.
 */
export function labelReference(): Reference {
  const keys = new Map<string, string>();
  const lists: readonly (readonly [string, WordList])[] = [
    ['category', categories],
    ['heating', heatings],
    ['condition', conditions],
    ['furnished', furnishings],
    ['building_group', buildingGroups],
    ['ownership_status', ownerships],
  ];
  for (const [field, list] of lists)
    for (const [target] of list)
      if (Array.isArray(target)) {
        const labels = target as readonly string[];
        for (const label of labels) {
          const key = `${field} ${fold(label)}`;
          if (!keys.has(key)) keys.set(key, fold(labels[0] ?? label).replaceAll(' ', '_'));
        }
      }
  return {
    vocabularyKey: (field, candidates) => {
      if (field === 'rental_type') return candidates[0] === undefined ? null : fold(candidates[0]);
      for (const candidate of candidates) {
        const key = keys.get(`${field} ${fold(candidate)}`);
        if (key !== undefined) return key;
      }
      return null;
    },
    attribute: (_, [name = '']) => ({
      kind: 'found',
      attribute: { key: fold(name).replaceAll(' ', '_'), labels: [name], type: null, words: [] },
    }),
    attributesText: '',
    place: ({ city }) =>
      city[0] === undefined || city[0].trim() === ''
        ? { kind: 'unknown' }
        : {
            kind: 'found',
            place: {
              id: '00000000-0000-4000-8000-000000000000',
              type: 'city',
              nameSr: city[0],
              nameEn: null,
              officialCode: null,
              cityId: null,
              cityNameSr: null,
              lat: null,
              lng: null,
            },
          },
  };
}
