/** Figures that stand where a price is required and none may be shown: 1, 11 … 1111111, 123 … 1234567, 99999999, 999999999. */
export function isPlaceholder(amount: number): boolean {
  const digits = String(amount);
  return (
    /^1{1,7}$/.test(digits) || (digits.length >= 3 && '1234567'.startsWith(digits)) || /^9{8,9}$/.test(digits)
  );
}
