import { TextField } from '../../../ui/field.js';

export interface ConnectionDraft {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly awsAccessKeyId: string;
  readonly awsSecretAccessKey: string;
}

export const emptyConnection: ConnectionDraft = {
  bucket: '',
  endpoint: '',
  region: '',
  awsAccessKeyId: '',
  awsSecretAccessKey: '',
};

interface ConnectionFieldsProps {
  readonly draft: ConnectionDraft;
  readonly onChange: (changes: Partial<ConnectionDraft>) => void;
  /** Whether a secret is stored, which a blank field keeps. */
  readonly hasSecret: boolean;
}

/** The bucket of an S3 Data Source and how to read it. */
export function ConnectionFields({ draft, onChange, hasSecret }: ConnectionFieldsProps) {
  return (
    <>
      <TextField
        label="Bucket"
        name="connectionSettings.bucket"
        value={draft.bucket}
        onChange={(bucket) => onChange({ bucket })}
        required
        wide
      />
      <TextField
        label="Endpoint"
        name="connectionSettings.endpoint"
        value={draft.endpoint}
        onChange={(endpoint) => onChange({ endpoint })}
        placeholder="https://s3.example.com"
        hint="Leave blank for Amazon S3."
        wide
      />
      <TextField
        label="Region"
        name="connectionSettings.region"
        value={draft.region}
        onChange={(region) => onChange({ region })}
        placeholder="us-east-1"
        wide
      />
      <TextField
        label="Access key ID"
        name="connectionSettings.awsAccessKeyId"
        value={draft.awsAccessKeyId}
        onChange={(awsAccessKeyId) => onChange({ awsAccessKeyId })}
        required
        wide
      />
      <TextField
        label="Secret access key"
        name="connectionSettings.awsSecretAccessKey"
        type="password"
        autoComplete="new-password"
        value={draft.awsSecretAccessKey}
        onChange={(awsSecretAccessKey) => onChange({ awsSecretAccessKey })}
        required={!hasSecret}
        hint={
          hasSecret ? 'Leave blank to keep the current secret.' : 'Stored encrypted. It cannot be read back.'
        }
        wide
      />
    </>
  );
}
