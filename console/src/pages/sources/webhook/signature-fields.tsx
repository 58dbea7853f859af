import type { SignatureScheme, WebhookSignatureInput } from '@weir/client';
import { SelectField, TextField } from '../../../ui/field.js';

/** As users know them. A sender's own scheme has settings that only the API takes. */
const schemeLabels: Readonly<Record<SignatureScheme, string>> = {
  STANDARD_WEBHOOKS: 'Standard Webhooks',
  GITHUB: 'GitHub',
  STRIPE: 'Stripe',
  SHOPIFY: 'Shopify',
  SLACK: 'Slack',
  SVIX: 'Svix',
  TWILIO: 'Twilio',
  SEGMENT: 'Segment',
  HMAC: 'Another HMAC',
};

const offered = (Object.keys(schemeLabels) as SignatureScheme[]).filter((scheme) => scheme !== 'HMAC');

export interface SignatureDraft {
  readonly scheme: SignatureScheme | '';
  readonly secret: string;
  /** While the sender changes its secret. */
  readonly secondSecret: string;
}

export const noSignature: SignatureDraft = { scheme: '', secret: '', secondSecret: '' };

export const shownSignature = (signature: { scheme: SignatureScheme; secretCount: number } | null) =>
  signature
    ? `${schemeLabels[signature.scheme]}, ${signature.secretCount === 1 ? 'one secret' : `${signature.secretCount} secrets`}`
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
          ...offered.map((value) => ({ value, label: schemeLabels[value] })),
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
