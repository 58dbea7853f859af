/** A name as SQL takes it in every dialect. */
export const quotedName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Without quotes where it means the same without them. */
export const quotedIfNeeded = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : quotedName(name));
