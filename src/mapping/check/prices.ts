import { rsdPerEur } from '../../wire/limits.js';
import type { Doubt, Payload } from './doubt.js';
import { numberAt, textAt, textsAt } from './payload.js';

/** Bounds of usual prices in euros. They are wide, so that most doubts are justified. */
const sale = { least: 1000, perSqmLeast: 30, perSqmMost: 20_000, landSqmLow: 5, builtSqmMost: 400 } as const;
const rent = { least: 30, most: 15_000, perSqmMost: 150 } as const;

type Report = (doubt: Doubt) => void;

/** Reports prices far from those of homes and land: lost thousands, prices per unit of area, another currency. */
export function priceDoubts(payload: Payload, report: Report): void {
  const area = numberAt(payload, 'structure', 'area_sqm');
  const price = amountOf(payload, 'price');
  if (price !== null) saleDoubts(price, area, payload, report);
  const monthly = amountOf(payload, 'rent');
  if (monthly !== null) rentDoubts(monthly, area, report);
}

interface Amount {
  amount: number;
  /** The amount in euros, if the currency is right. */
  eur: number;
  currency: string;
}

function amountOf(payload: Payload, part: 'price' | 'rent'): Amount | null {
  const amount = numberAt(payload, part, 'amount');
  const currency = textAt(payload, part, 'currency');
  if (amount === null || currency === null) return null;
  return { amount, currency, eur: currency === 'RSD' ? amount / rsdPerEur : amount };
}

/** Matches phrases by which agencies say that a price is for one unit of land. */
const perUnit =
  /(?<!\p{L})(?:za|po|per|за|по) ?(?:1 ?)?(?:ar(?:u|a|e)?|sotk\p{L}*|сотк\p{L}*|соток|m2|m²|м2|м²|kvadrat\p{L}*|sqm)(?!\p{L})/iu;

function saleDoubts(price: Amount, area: number | null, payload: Payload, report: Report): void {
  const { amount, eur, currency } = price;
  const other = currency === 'RSD' ? 'EUR' : 'RSD';
  const otherwise = currency === 'RSD' ? amount : amount / rsdPerEur;
  if (isUsual(eur, area)) {
    if (area !== null && eur / area < sale.landSqmLow && saysPerUnit(payload))
      tell(
        'price_per_area',
        `${amount} ${currency} for ${area} m² is little, and the text speaks of a price for one unit of land.`,
      );
    return;
  }
  // An amount differs by a factor of about 100 between the currencies, so it is usual in one of them at most.
  if ((currency === 'RSD' || amount >= 500_000) && isUsual(otherwise, area)) {
    tell('currency_doubtful', `${said(price, area)} It reads like ${other}.`);
  } else if (amount < sale.least && isUsual(eur * 1000, area) && (area === null || amount >= area / 10)) {
    tell(
      'price_thousands',
      `${said(price, area)} It reads like thousands written with a point: ${amount} for ${amount * 1000}.`,
    );
  } else if (area !== null && isUsual(eur * area, area)) {
    tell('price_per_area', `${said(price, area)} It reads like the price of one square metre or are.`);
  }

  function tell(code: Doubt['code'], message: string): void {
    const pointer = code === 'currency_doubtful' ? '/price/currency' : '/price/amount';
    report({ code, pointer, message, value: String(amount) });
  }
}

function saysPerUnit(payload: Payload): boolean {
  return ['title', 'description'].some((part) =>
    textsAt(payload, part).some(([, text]) => perUnit.test(text)),
  );
}

/** Whether a sale price is usual. Large areas have no lower bound of the price per area, because farm land can be very cheap. */
function isUsual(eur: number, area: number | null): boolean {
  if (eur < sale.least) return false;
  if (area === null || area <= 0) return eur < 20_000_000;
  const perSqm = eur / area;
  return perSqm <= sale.perSqmMost && (area > sale.builtSqmMost || perSqm >= sale.perSqmLeast);
}

function rentDoubts(price: Amount, area: number | null, report: Report): void {
  const { amount, eur, currency } = price;
  const tooMuch = eur > rent.most && (area === null || eur / area > rent.perSqmMost);
  if (currency === 'EUR' && tooMuch && amount / rsdPerEur >= rent.least) {
    const message = `${said(price, area, ' a month')} It reads like RSD.`;
    report({ code: 'currency_doubtful', pointer: '/rent/currency', message, value: String(amount) });
  } else if (currency === 'RSD' && eur < rent.least && amount >= rent.least) {
    const message = `${said(price, area, ' a month')} It reads like EUR.`;
    report({ code: 'currency_doubtful', pointer: '/rent/currency', message, value: String(amount) });
  } else if (currency === 'EUR' && eur < rent.least && area !== null && area > 30) {
    const message = `${said(price, area, ' a month')} It reads like the rent of one square metre.`;
    report({ code: 'price_per_area', pointer: '/rent/amount', message, value: String(amount) });
  }
}

function said({ amount, currency }: Amount, area: number | null, period = ''): string {
  return `${amount} ${currency}${period}${area === null ? '' : ` for ${area} m²`} is not what anything costs.`;
}
