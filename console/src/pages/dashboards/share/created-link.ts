import type { CreateShareLinkMutation } from '@weir/client';

/** A new link with its secret. */
export type CreatedLink = NonNullable<CreateShareLinkMutation['createShareLink']>;
