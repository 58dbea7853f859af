import { type SignatureScheme, type WebhookSignatureInput, webhookPresets } from '@weir/client';
import { SelectField, TextField } from '../../../ui/field.js';

/** As users know them, by their schemes. A sender's own scheme has settings that only the API takes. */
const offered = Object.values(webhookPresets).map(({ label, scheme }) => ({ value: scheme, label }));

/** Its settings stay as they are when only its secrets change. */
const ownScheme = { value: 'HMAC', label: 'Another HMAC' } as const;

const labelOf = (scheme: SignatureScheme) =>
  offered.find(({ value }) => value === scheme)?.label ?? ownScheme.label;

export interface SignatureDraft {
  readonly scheme: SignatureScheme | '';
  readonly secret: string;
  /** While the sender changes its secret. */
  readonly secondSecret: string;
}

export const noSignature: SignatureDraft = { scheme: '', secret: '', secondSecret: '' };

export const shownSignature = (signature: { scheme: SignatureScheme; secretCount: number } | null) =>
  signature
    ? `${labelOf(signature.scheme)}, ${signature.secretCount === 1 ? 'one secret' : `${signature.secretCount} secrets`}`
    : 'Off';

export function signatureInput({
  scheme,
  secret,
  secondSecret,
}: SignatureDraft): WebhookSignatureInput | undefined {
  if (scheme === '') return undefined;
  return { scheme, secrets: [secret, secondSecret].filter((text) => text !== '') };
}

interface SignatureFieldsProps {
  readonly draft: SignatureDraft;
  readonly onChange: (draft: SignatureDraft) => void;
}

/** How senders sign, and with which secrets. */
export function SignatureFields({ draft, onChange }: SignatureFieldsProps) {
  const secretField = (label: string, name: 'secret' | 'secondSecret', hint: string) => (
    <TextField
      label={label}
      type="password"
      autoComplete="new-password"
      value={draft[name]}
      onChange={(text) => onChange({ ...draft, [name]: text })}
      required={name === 'secret'}
      hint={hint}
      wide
    />
  );
  return (
    <>
      <SelectField
        label="Signature"
        value={draft.scheme}
        onChange={(scheme) => onChange({ ...draft, scheme: scheme as SignatureDraft['scheme'] })}
        options={[
          { value: '', label: 'None: requests need not be signed' },
          ...offered,
          ...(draft.scheme === ownScheme.value ? [ownScheme] : []),
        ]}
        hint="Requests that the sender has not signed are refused."
        wide
      />
      {draft.scheme !== '' && (
        <>
          {secretField('Signing secret', 'secret', 'As the sender shows it. It cannot be read back.')}
          {secretField('Second signing secret', 'secondSecret', 'While the sender changes to another one.')}
        </>
      )}
    </>
  );
}
