import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** A link to a page of the console. */
export function To(
  props: AnchorProps & { href: string; onClick?: (() => void) | undefined; children: ReactNode },
): ReactNode {
  return <Anchor component={Link} {...props} />;
}

/** A button that opens a page of the console. */
export function ToButton(props: ButtonProps & { href: string; children: ReactNode }): ReactNode {
  return <Button component={Link} {...props} />;
}

/** The address of a listing's page, the same for agencies and for the partner's staff. */
export function listingPage({
  connection,
  external_id: id,
}: {
  connection: string;
  external_id: string;
}): string {
  return `/listings/${encodeURIComponent(connection)}/${encodeURIComponent(id)}`;
}
