// The form for a new listing, or for one that is there. What is typed stays until it is saved or given up.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { sharedLengths } from '../../../domain/shapes/sharedLengths.ts'
import { toMemberFormDraftId } from '../../../offline/drafts.ts'
import { SaveBar } from '../../call/SaveBar.tsx'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { PicturesField } from '../../pictures/PicturesField.tsx'
import { SavingPictures } from '../../pictures/SavingPictures.tsx'
import { usePreparation } from '../../pictures/usePreparation.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { ErrorSummary } from '../../ui/form/ErrorSummary.tsx'
import { Field } from '../../ui/form/Field.tsx'
import { FormBusy } from '../../ui/form/fieldContext.ts'
import { TextArea } from '../../ui/form/TextArea.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import type { FormDraft } from '../../unsaved/formDraft.ts'
import { LeaveDialog } from '../../unsaved/LeaveDialog.tsx'
import { SaveFault } from '../../unsaved/SaveFault.tsx'
import { TypedBefore } from '../../unsaved/TypedBefore.tsx'
import { useAskAgain } from '../../unsaved/useAskAgain.ts'
import { useDraftOwner } from '../../unsaved/useDraftOwner.ts'
import { type OpenDraft, useFormDraft, useKeptFailure } from '../../unsaved/useFormDraft.ts'
import { AmountInput } from '../../wizard/fields/AmountInput.tsx'
import styles from './ListingEditor.module.css'
import { getLastList, noteNews } from './listingsSearch.ts'
import {
  emptyListing,
  findListingFaults,
  isSameListing,
  type ListingField,
  type ListingValues,
  readListingDraft,
  toListingInput,
  toListingValues,
} from './listingValues.ts'
import { typePrice } from './priceText.ts'
import { useListingFaultText } from './useListingFaultText.ts'
import { type Listing, useListingRights, useListingsChanged } from './useListings.ts'

const { label: longestLabel, description: longestDescription } = sharedLengths.classified
const fields: readonly ListingField[] = ['label', 'price', 'description']

type ListingDraft = ListingValues & FormDraft

/** Without a listing it makes a new one. */
export function ListingEditor({ listing }: { listing?: Listing }) {
  const id = toMemberFormDraftId(
    'listing',
    useDraftOwner(),
    listing === undefined ? 'new' : String(listing.id),
  )
  // what is stored may be read again meanwhile
  const [stored] = useState<ListingValues>(() =>
    listing === undefined ? emptyListing : toListingValues(listing),
  )
  const kept = useFormDraft<ListingDraft>({ id, begin: stored, read: readListingDraft })
  const { draft } = kept
  if (draft === undefined) return null
  return <OpenListingEditor {...(listing === undefined ? {} : { listing })} {...{ stored, kept, draft }} />
}

interface OpenListingEditorProps {
  listing?: Listing
  stored: ListingValues
  kept: OpenDraft<ListingDraft>
  draft: ListingDraft
}

function OpenListingEditor({ listing, stored, kept, draft: values }: OpenListingEditorProps) {
  const { t } = useLingui()
  const isNew = listing === undefined
  useScreenTitle(isNew ? t`Create classified` : t`Update classified`)
  const navigate = useNavigate()
  const toast = useToast()
  const isOffline = useIsOffline()
  const noteChange = useListingsChanged()
  const toFaultText = useListingFaultText()
  const { isOwn } = useListingRights(listing)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const creation = useSend('create_classified')
  const update = useSend('update_classified')
  const busy = creation.busy || update.busy
  const error = creation.error ?? update.error
  const preparation = usePreparation()
  const found = attempt === 0 ? {} : findListingFaults(values)
  const toId = (field: ListingField) => `listing-${field}`
  const textOf = (field: ListingField) => {
    const fault = found[field]
    return fault && toFaultText(field, fault)
  }
  const faults = fields.flatMap((field) => {
    const message = textOf(field)
    return message === undefined ? [] : [{ id: toId(field), message }]
  })

  const change = (changed: Partial<ListingValues>) => {
    kept.change(changed)
    creation.forgetError()
    update.forgetError()
  }
  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy || isOffline || !preparation.isOver()) return
    setAttempt(attempt + 1)
    if (Object.keys(findListingFaults(values)).length > 0) return
    await sendIt()
  }
  const sendIt = async () => {
    const input = toListingInput(values)
    const { key } = values
    kept.noteSending()
    const answer = await (isNew ? creation.send(input, key) : update.send({ id: listing.id, ...input }, key))
    // somebody may have deleted it meanwhile: the lists are read again
    if (answer === undefined) return noteChange()
    await kept.forget()
    const { images: _, ...words } = input
    await noteChange((one) => (one.id === listing?.id ? { ...one, ...words } : one))
    toast({ text: isNew ? t`Your listing is in the classifieds.` : t`The listing was saved.` })
    // somebody who has gone on stays where they are
    if (form.current === null) return
    noteNews(isNew ? 'new' : 'changed')
    await navigate({
      to: '/portal/member/classifieds',
      // a new one is on top of all
      search: isNew ? {} : getLastList(),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    })
  }
  useKeptFailure(kept, error)
  useAskAgain(values.sent === 'same' && !busy, kept.isFound, () => void sendIt())
  return (
    <div className={styles.page}>
      <div className={styles.back}>
        {isNew ? (
          <Link to="/portal/member/classifieds" search={getLastList()} resetScroll={false} className={back}>
            <ArrowLeft aria-hidden="true" />
            <Trans>Back to classifieds</Trans>
          </Link>
        ) : (
          <Link
            to="/portal/member/classifieds/$listingId"
            params={{ listingId: String(listing.id) }}
            className={back}
          >
            <ArrowLeft aria-hidden="true" />
            <Trans>Back to the listing</Trans>
          </Link>
        )}
      </div>
      <h1>{isNew ? <Trans>Create classified</Trans> : <Trans>Update classified</Trans>}</h1>
      <p>
        <Trans>
          Show what you sell in a few images, and say what it is, in what condition, and where it can be seen.
          Members who are interested find your name, e-mail address and phone number with the listing.
        </Trans>
      </p>
      {!isNew && !isOwn && (
        <Notice tone="info">
          <Trans>
            This is another member's listing. It stays theirs, and the club can see what you changed.
          </Trans>
        </Notice>
      )}
      <form ref={form} className={styles.form} onSubmit={save} noValidate>
        <TypedBefore kept={kept} onStartOver={() => kept.startOver()} />
        <FormBusy value={busy}>
          <ErrorSummary faults={faults} attempt={attempt} />
          <Panel>
            <PicturesField
              pictures={values.pictures}
              // the error stays: a picture that waited for a failed send is added right after it
              onChange={(pictures) => kept.change({ pictures })}
              onPreparing={preparation.onPreparing}
            />
          </Panel>
          <Panel>
            <div className={styles.fields}>
              <Field
                id={toId('label')}
                label={<Trans context="of a listing">Title</Trans>}
                hint={<Trans>At most {longestLabel} characters.</Trans>}
                error={textOf('label')}
                required
              >
                <TextInput
                  name="label"
                  autoComplete="off"
                  enterKeyHint="next"
                  value={values.label}
                  onChange={({ target }) => change({ label: target.value })}
                />
              </Field>
              <Field id={toId('price')} label={<Trans>Price</Trans>} error={textOf('price')} required>
                <AmountInput
                  name="price"
                  autoComplete="off"
                  type={typePrice}
                  text={values.price}
                  onChange={(price) => change({ price })}
                />
              </Field>
              <Field
                id={toId('description')}
                label={<Trans>Description</Trans>}
                hint={<Trans>At most {longestDescription} characters.</Trans>}
                error={textOf('description')}
                optional
              >
                <TextArea
                  name="description"
                  rows={5}
                  value={values.description}
                  onChange={({ target }) => change({ description: target.value })}
                />
              </Field>
            </div>
          </Panel>
        </FormBusy>
        <SaveBar
          busy={busy}
          note={
            <>
              <SaveFault kept={kept} error={error} busy={busy} />
              <SavingPictures preparation={preparation} busy={busy && values.pictures.length > 0} />
            </>
          }
        />
        <LeaveDialog
          isUnsaved={kept.isChanged && (preparation.isPreparing || !isSameListing(stored, values))}
          onLeave={() => void kept.forget()}
        />
      </form>
    </div>
  )
}

const back = buttonClass({ variant: 'quiet', size: 'row' })
