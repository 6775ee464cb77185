import { standings, type Standing } from '../standing-mark.js';

/** Filters of a list of listings, named as the API names them. */
export const viewFilters = ['standing', 'there', 'presence', 'code', 'about'] as const;
export type ViewFilters = Readonly<Record<(typeof viewFilters)[number], string>>;

/** What a list can show: of listings on the portal all, those whose removal waits, or those that the file has lost; or those in one standing. */
const views = {
  there: { there: 'true' },
  held: { there: 'true', presence: 'held' },
  missing: { there: 'true', presence: 'grace' },
} as const;
type View = keyof typeof views | Exclude<Standing, 'on_portal'>;

/** What an attention item can be about. */
const abouts = ['foreign', 'taken_down', 'not_shown', 'plan_full', 'item_refused'] as const;
type About = (typeof abouts)[number];

/** In the order of the choice. What is on the portal has no standing of its own here: held listings are there too. */
export const viewNames: readonly View[] = [
  'there',
  'held',
  'missing',
  ...standings.filter((each) => each !== 'on_portal'),
];

const none = { standing: '', there: '', presence: '', code: '', about: '' };

/** The filters of a view; an empty name shows all listings. */
export function filtersOf(name: string): ViewFilters {
  const known = viewNames.find((each) => each === name);
  if (known === undefined) return none;
  if (known === 'there' || known === 'held' || known === 'missing') return { ...none, ...views[known] };
  return { ...none, standing: known };
}

/** The name of the view that the filters make; empty: all listings. */
export function viewOf({ standing, there, presence }: ViewFilters): View | '' {
  if (standing === 'on_portal') return 'there';
  if (there !== '') return presence === 'held' ? 'held' : presence === 'grace' ? 'missing' : 'there';
  return viewNames.find((each) => each === standing) ?? '';
}

/** The query of the API for these filters. */
export function queryOfView(filters: ViewFilters): {
  standing?: Standing;
  there?: 'true';
  presence?: 'held' | 'grace';
  code?: string;
  about?: About;
} {
  const { standing, there, presence, code, about } = filters;
  const known = standings.find((each) => each === standing);
  return {
    ...(known !== undefined && { standing: known }),
    ...(there !== '' && { there: 'true' }),
    ...((presence === 'held' || presence === 'grace') && { presence }),
    ...(code !== '' && { code }),
    ...(abouts.some((each) => each === about) && { about: about as About }),
  };
}
