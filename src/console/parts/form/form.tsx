import type { ReactNode } from 'react';

/** A form that calls `onSubmit` instead of sending its fields to the server. */
export function Form({
  role,
  onSubmit,
  children,
}: {
  role?: 'search';
  onSubmit: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <form
      role={role}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface TextBinding {
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

/** Props that bind a text field or a select to a value and its setter. */
export function bound(value: string, set: (value: string) => void): TextBinding {
  return { value, onChange: ({ currentTarget }) => set(currentTarget.value) };
}

interface CheckBinding {
  checked: boolean;
  onChange: (event: { currentTarget: { checked: boolean } }) => void;
}

/** Props that bind a checkbox or a switch to a value and its setter. */
export function boundCheck(checked: boolean, set: (checked: boolean) => void): CheckBinding {
  return { checked, onChange: ({ currentTarget }) => set(currentTarget.checked) };
}
