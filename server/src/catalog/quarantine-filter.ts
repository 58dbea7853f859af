/** Which quarantined events; all that meet every part that is given. */
export interface QuarantineFilter {
  /** The IDs of their rows. */
  readonly ids?: readonly string[] | undefined;
  /** The column with a problem; empty for a problem of the event itself. */
  readonly column?: string | undefined;
  readonly reason?: string | undefined;
  /** Part of the payload, in upper or lower case. */
  readonly search?: string | undefined;
  readonly fromMs?: number | undefined;
  readonly beforeMs?: number | undefined;
}
