import type { Ad, Heating, Kind } from '../ads.js';

export interface Town {
  name: string;
  /** Municipality or county. */
  within: string;
  quarters: readonly string[];
  /** Name of the city in the judge's place directory that the agency means by this town. */
  portal: string;
  lat: number;
  lng: number;
}

/** How the software of one country words its exports. Texts have places for `{area}`, `{town}`, `{quarter}`, `{street}`, `{rooms}`. */
export interface Tongue {
  towns: readonly Town[];
  streets: readonly string[];
  kinds: Readonly<Record<Kind, string>>;
  offers: Readonly<Record<Ad['offer'], string>>;
  states: readonly [active: string, sold: string];
  flags: readonly [yes: string, no: string];
  heatings: Readonly<Record<Heating, string>>;
  /** Who advertises. */
  owners: readonly [agency: string, owner: string];
  month: string;
  note: string;
  titles: Readonly<Record<Kind, readonly string[]>>;
  prose: Readonly<Record<Kind, readonly string[]>>;
  /** Ends of descriptions. */
  closing: readonly string[];
}

export function pick<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

export function townOf(ad: Ad, tongue: Tongue): Town {
  return pick(tongue.towns, ad.town);
}

export function quarterOf(ad: Ad, tongue: Tongue): string {
  return pick(townOf(ad, tongue).quarters, ad.street);
}

export function streetOf(ad: Ad, tongue: Tongue): string {
  return pick(tongue.streets, ad.street);
}

export function titleOf(ad: Ad, tongue: Tongue): string {
  return filled(pick(tongue.titles[ad.kind], ad.text), ad, tongue);
}

export function proseOf(ad: Ad, tongue: Tongue): string {
  const text = `${pick(tongue.prose[ad.kind], ad.text)} ${pick(tongue.closing, ad.street)}`;
  return filled(text, ad, tongue);
}

function filled(text: string, ad: Ad, tongue: Tongue): string {
  const town = townOf(ad, tongue);
  const words: Readonly<Record<string, string>> = {
    area: String(Math.round(ad.area ?? ad.plot ?? 0)),
    plot: String(ad.plot ?? ''),
    town: town.name,
    quarter: quarterOf(ad, tongue),
    street: streetOf(ad, tongue),
    rooms: String(ad.rooms ?? '').replace('.', ','),
  };
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
}
