import { useState, type ReactNode } from 'react';
import { firstMistake, Tried } from './field-message.js';

/**
 * A form that calls `onSubmit` instead of sending its fields to the server, once each is filled in as it must be. Until then the fields say
 * what is wrong (`useFieldMessage`), and the first of them gets the focus.
 */
export function Form({
  role,
  onSubmit,
  children,
}: {
  role?: 'search';
  /** @param button value of the button that was pressed; empty: it has none */
  onSubmit: (button: string) => void;
  children: ReactNode;
}): ReactNode {
  const [isTried, setTried] = useState(false);
  return (
    <form
      role={role}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const mistake = firstMistake(event.currentTarget);
        setTried(mistake !== null);
        if (mistake === null) onSubmit(pressedIn(event.nativeEvent));
        else mistake.focus();
      }}
    >
      <Tried.Provider value={isTried}>{children}</Tried.Provider>
    </form>
  );
}

function pressedIn(event: Event): string {
  const button = event instanceof SubmitEvent ? event.submitter : null;
  return button instanceof HTMLButtonElement ? button.value : '';
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
