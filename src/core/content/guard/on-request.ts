import type { Issue } from '../../../model/outcome.js';

const priceAmounts: readonly string[] = ['/price/amount', '/rent/amount'];
const priceCurrencies: readonly string[] = ['/price/currency', '/rent/currency'];

/**
 * Whether a record's errors say that it has no price, and nothing else: words without a figure, 0, or nothing. The currency may be missing
 * with the amount. A figure that cannot be read is no price on request.
 */
export function isPriceOnRequest(issues: readonly Issue[]): boolean {
  const errors = issues.filter(({ severity }) => severity === 'error');
  const hasNoAmount = errors.some(isMissingAmount);
  return hasNoAmount && errors.every((issue) => isMissingAmount(issue) || isMissingCurrency(issue));
}

function isMissingAmount({ pointer, code, value = '' }: Issue): boolean {
  return (
    priceAmounts.includes(pointer) && (code === 'required' || (code !== 'too_big' && !/[1-9]/.test(value)))
  );
}

function isMissingCurrency({ pointer, code }: Issue): boolean {
  return priceCurrencies.includes(pointer) && (code === 'required' || code === 'answer_missing');
}
