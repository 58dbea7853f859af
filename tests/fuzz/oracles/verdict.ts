/** Something that must not have happened. Findings of one kind are reported once. */
export interface Finding {
  readonly oracle: string;
  /** What makes two findings the same one. */
  readonly kind: string;
  readonly message: string;
}
