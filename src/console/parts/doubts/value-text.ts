import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';

type Field = Schemas['Doubt']['field'];

/** Returns how a value of a field is written: a price, an area, or the word for a state. */
export function useValueText(): (field: Field, value: string) => string {
  const { t, named, price, number } = useSpeech();
  return (field, value) => {
    if (field === 'state') return named(`doubt.state.${value}`, `“${value}”`);
    const [figure = '', currency] = value.split(' ');
    const amount = Number(figure);
    if (figure === '' || !Number.isFinite(amount)) return figure === '' ? t('doubt.none') : value;
    return currency === undefined ? `${number(amount)} m²` : price(amount, currency);
  };
}
