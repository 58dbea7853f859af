import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  createDashboardMutation,
  dashboardQuery,
  dashboardsQuery,
  modifyDashboardMutation,
} from '@weir/client';
import { useState } from 'react';
import { endSessionIfRefused, useClient } from '../../api/use-operation.js';
import { useWholeList } from '../../api/use-whole-list.js';
import { href } from '../../routing/href.js';
import { navigate } from '../../routing/navigate.js';
import { announce } from '../../ui/announcer.js';
import { Dialog } from '../../ui/dialog.js';
import { namedOptions, TextField } from '../../ui/field.js';
import { Form, FormEnd } from '../../ui/form.js';
import { ListEnd } from '../../ui/list-end.js';
import { NameField } from '../../ui/name-fields.js';
import { Picker } from '../../ui/picker.js';
import { Answered } from '../../ui/states.js';
import { freePlace } from './arrange.js';
import { draftOf, ifUnmodified, newTileKey, savedTileInput, type TileContent } from './dashboard-draft.js';

interface AddDialogProps {
  readonly tile: TileContent;
  readonly onClose: () => void;
}

interface Chosen {
  /** Empty for a new dashboard. */
  readonly id: string;
  readonly uniqueName: string;
  readonly title: string;
}

export default function AddDialog({ tile, onClose }: AddDialogProps) {
  const answer = useWholeList(dashboardsQuery, 'dashboards');
  const add = useAddTile(tile);
  const [chosen, setChosen] = useState<Chosen>({ id: '', uniqueName: '', title: tile.title });
  const change = (changes: Partial<Chosen>) => setChosen({ ...chosen, ...changes });
  const submit = () => {
    add.mutate(chosen);
  };
  return (
    <Dialog title="Add to dashboard" onClose={onClose}>
      <Answered answer={answer} what="dashboards">
        {({ dashboards }) => (
          <Form className="stack" error={add.error} onSubmit={submit}>
            <Picker
              label="Dashboard"
              value={chosen.id}
              onChange={(id) => change({ id })}
              options={[{ value: '', label: 'A new dashboard' }, ...namedOptions(dashboards?.nodes)]}
              wide
            />
            <ListEnd list={dashboards} what="dashboards" />
            {chosen.id === '' && (
              <NameField value={chosen.uniqueName} onChange={(uniqueName) => change({ uniqueName })} />
            )}
            <TextField
              label="Title of the tile"
              value={chosen.title}
              onChange={(title) => change({ title })}
              wide
            />
            <FormEnd submit="Add tile" disabled={add.isPending} cancel={onClose} />
          </Form>
        )}
      </Answered>
    </Dialog>
  );
}

/** Adds the tile where the dashboard has room, then shows the dashboard. */
function useAddTile(tile: TileContent) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, uniqueName, title }: Chosen) => {
      const { dashboard } = id === '' ? { dashboard: null } : await client.request(dashboardQuery, { id });
      const present = dashboard ? draftOf(dashboard).tiles : [];
      const place = freePlace(present);
      const tiles = [...present, { key: newTileKey(), ...place, ...tile, title }].map(savedTileInput);
      if (id !== '') {
        const unmodified = dashboard ? ifUnmodified(dashboard) : {};
        await client.request(modifyDashboardMutation, { input: { id, tiles, ...unmodified } });
        return id;
      }
      const created = await client.request(createDashboardMutation, { input: { uniqueName, tiles } });
      return created.createDashboard?.dashboard.id ?? '';
    },
    onError: endSessionIfRefused,
    onSuccess: async (id) => {
      announce('Tile added');
      await queries.invalidateQueries();
      navigate(href('/dashboards/$id', { id }));
    },
  });
}
