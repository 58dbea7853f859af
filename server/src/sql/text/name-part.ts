/** One part of a dotted name, as the user spelled it. */
export interface NamePart {
  readonly text: string;
  readonly quoted: boolean;
}
