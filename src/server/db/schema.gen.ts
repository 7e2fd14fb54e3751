// Made by `npm run schema` from the migrated database; not to be edited.
import type { ColumnType, Generated } from 'kysely'
import type { StoredPortalSettings, TenantSettings } from '../../domain/club.ts'
import type { EventOption, OptionValue } from '../../domain/event.ts'
import type { PhoneNumber } from '../../domain/member.ts'
import type { ScheduleDay } from '../../domain/schedule.ts'
import type { Score, SheetChange } from '../../domain/scoring.ts'

/** A jsonb column: read as the value, written as JSON text. */
export type JsonColumn<T> = ColumnType<T, string, string>
export type JsonWithDefault<T> = ColumnType<T, string | undefined, string>
/** Of a table whose rows belong to clubs. */
type OfClub<Columns> = Columns & { tenant_id: Generated<number> }

/** By table, what each of its columns holds. */
export type Schema = {
  activity: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    activity_on: string
    start_time: string
    end_time: string
    title: string
    description: Generated<string>
  }>
  additional_email: OfClub<{
    id: Generated<number>
    member_id: number
    email_folded: string
    asks: Generated<number>
    asked_at: Date | null
    confirmed_at: Date | null
    stopped_at: Date | null
  }>
  alert: OfClub<{
    id: Generated<number>
    topic: 'file' | 'product' | 'event' | 'activity' | 'change' | 'notice' | 'reminder'
    event_id: number | null
    about: string | null
    content: JsonColumn<unknown>
    state: Generated<'gathering' | 'waiting' | 'sending' | 'done'>
    made_at: Date
    due_at: Date
    ends_at: Date
  }>
  alert_delivery: OfClub<{
    id: Generated<number>
    uuid: Generated<string>
    alert_id: number
    way: 'push' | 'mail'
    subscription_id: number | null
    member_id: number | null
    state: Generated<'waiting' | 'sending' | 'sent' | 'gone' | 'failed' | 'unknown'>
    attempts: Generated<number>
    lost: Generated<number>
    next_at: Date
    ended_at: Date | null
    fault: Generated<string>
  }>
  attempt_count: {
    bucket: string
    window_start: Date
    count: number
  }
  ballot: OfClub<{
    voter_id: number
    event_id: number
    key: string
    fname: Generated<string>
    lname: Generated<string>
    email: Generated<string>
    made_at: Date
    at: Date
    late: Generated<boolean>
    paper: Generated<boolean>
    paper_number: string | null
  }>
  ballot_vote: OfClub<{
    voter_id: number
    car_number: string
    class_number: number
    entry_id: number | null
  }>
  card_customer: OfClub<{
    member_id: number
    mode: string
    key: string
    provider_id: string | null
    created_at: Date
  }>
  card_event: OfClub<{
    id: string
    type: string
    order_id: number
    at: Date
  }>
  card_setup: OfClub<{
    id: Generated<number>
    member_id: number
    mode: string
    key: string
    provider_id: string | null
    consent: string
    decline_events: JsonWithDefault<unknown>
    saved_at: Date | null
    created_at: Date
  }>
  classified: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    member_id: number
    label: string
    price_cents: number
    description: Generated<string>
    pictures: JsonWithDefault<string[]>
    created_at: Generated<Date>
    deleted_at: Date | null
  }>
  club: OfClub<{
    name: string
    customer_type: Generated<number>
    time_zone: string
    settings: JsonColumn<TenantSettings>
    portal: JsonColumn<StoredPortalSettings>
    home_page_ref: string | null
    logo_hash: string | null
    language: Generated<'en' | 'es'>
    country: Generated<string>
  }>
  criterion: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    judging_form_id: number
    title: string
    min_score: number
    max_score: number
    weight: Generated<number>
    position: Generated<number>
  }>
  delivery_count: OfClub<{
    sender: string
    window_ms: number
    window_start: Date
    count: number
  }>
  entry: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    car_number: string
    class_number: number
    year: Generated<string>
    make: Generated<string>
    model: Generated<string>
    trim: Generated<string>
    color: Generated<string>
    engine: Generated<string>
    picture_hash: string | null
    option_values: JsonWithDefault<OptionValue[]>
    member_id: number | null
    fname: Generated<string>
    lname: Generated<string>
    address: Generated<string>
    city: Generated<string>
    state: Generated<string>
    zip: Generated<string>
    country: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    email_folded: Generated<string>
    allow_email_marketing: Generated<boolean>
    notes: Generated<string>
    created_at: Generated<Date>
    order_id: number | null
    order_line: number | null
    sale: number | null
    code: Generated<string>
  }>
  event: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    name: string
    description: Generated<string>
    place: Generated<string>
    pictures: JsonWithDefault<string[]>
    start_on: string
    end_on: string
    time_zone: string | null
    published: Generated<boolean>
    test_mode: Generated<boolean>
    agreement: Generated<string>
    registration: Generated<boolean>
    reg_price_cents: Generated<number>
    reg_member_discount_cents: Generated<number>
    reg_starts_at: Date | null
    reg_ends_at: Date | null
    participant_message: Generated<string>
    typed_make_and_model: Generated<boolean>
    registration_options: JsonWithDefault<EventOption[]>
    ticket_label: Generated<string>
    ticket_message: Generated<string>
    vendor_message: Generated<string>
    worker_signup: Generated<boolean>
    worker_starts_at: Date | null
    worker_ends_at: Date | null
    worker_message: Generated<string>
    worker_choices: Generated<string>
    pre_event_line1: Generated<string>
    pre_event_line2: Generated<string>
    schedule: JsonWithDefault<ScheduleDay[]>
    viewer_notes: Generated<string>
    voting: Generated<number>
    voting_starts_at: Date | null
    voting_ends_at: Date | null
    votes_per_class: Generated<number>
    ballot_grace_minutes: Generated<number>
    sheet_grace_hours: Generated<number>
    revision: Generated<number>
    sales_revision: Generated<number>
    packed_sale: Generated<number>
    packed_at: Date | null
    freed_numbers: JsonWithDefault<string[]>
    gate_time: Generated<string>
    car_list: Generated<boolean>
    preview_hash: string | null
    preview_until: Date | null
  }>
  event_class: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    number: number
    description: string
    viewable: Generated<boolean>
  }>
  event_map: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    label: string
    picture_hash: string | null
    member_discount_cents: Generated<number>
    available: Generated<boolean>
    available_starts_at: Date | null
    available_ends_at: Date | null
    ask_vendor_type: Generated<boolean>
    ask_vendor_taxid: Generated<boolean>
    ask_vendor_description: Generated<boolean>
    position: Generated<number>
  }>
  event_place: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    event_map_id: number
    label: string
    x: number
    y: number
    position: Generated<number>
  }>
  favourite: OfClub<{
    subscription_id: number
    event_id: number
    entry_id: string
  }>
  folder: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    label: string
    color: Generated<string>
    position: Generated<number>
  }>
  followed_event: OfClub<{
    subscription_id: number
    event_id: number
    created_at: Generated<Date>
  }>
  hold: OfClub<{
    order_id: number
    line: number
    thing: string
    quantity: number
    sole: Generated<boolean>
    state: Generated<'held' | 'sold' | 'released'>
    event_id: number | null
    gives_way: Generated<boolean>
  }>
  imported: OfClub<{
    kind: string
    ref: string
    row_id: number
    record: string
  }>
  instance_secret: {
    name: string
    value: string
  }
  inventory: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    product_id: number
    name: Generated<string>
    price_cents: number
    quantity: number
    shipping_cents: Generated<number>
    discount_cents: Generated<number>
    position: Generated<number>
  }>
  job: OfClub<{
    id: Generated<number>
    uuid: Generated<string>
    kind: string
    payload: JsonColumn<unknown>
    unique_key: string | null
    state: Generated<'waiting' | 'done' | 'failed'>
    run_at: Generated<Date>
    attempts: Generated<number>
    locked_until: Date | null
    last_error: string | null
    created_at: Generated<Date>
    finished_at: Date | null
    due_at: Date | null
  }>
  judge: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    code: string
    name: Generated<string>
    phone: Generated<string>
    judging_form_id: number | null
    link_secret_hash: string | null
    link_spent_at: Date | null
    revoked_at: Date | null
  }>
  judge_challenge: OfClub<{
    id: string
    judge_id: number
    created_at: Date
    expires_at: Date
    last_sent_at: Date
    used_at: Date | null
    wrong_tries: Generated<number>
    sends: Generated<number>
  }>
  judge_challenge_device: OfClub<{
    hash: string
    asked: string
    wrong_tries: Generated<number>
    created_at: Date
  }>
  judge_grant: OfClub<{
    hash: string
    judge_id: number
    event_id: number
    form_id: number | null
    until: Date
    created_at: Date
    revoked_at: Date | null
  }>
  judging_form: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    title: string
    position: Generated<number>
  }>
  make: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    label: string
  }>
  map_element: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_map_id: number
    shape: 'box' | 'circle'
    x: number
    y: number
    w: number
    h: number
    a: Generated<number>
    row: Generated<string>
    num: Generated<string>
    type: Generated<number>
    cost_cents: Generated<number>
    notes: Generated<string>
    available: Generated<boolean>
  }>
  media_file: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    name: string
    content_type: string
    folder_id: number | null
    hash: string
    bytes: number
    shared: Generated<boolean>
    created_at: Generated<Date>
  }>
  member: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    email: string
    email_folded: string | null
    fname: string
    lname: string
    title: Generated<string>
    partner: Generated<string>
    address: Generated<string>
    city: Generated<string>
    state: Generated<string>
    zip: Generated<string>
    country: Generated<string>
    phone_numbers: JsonWithDefault<PhoneNumber[]>
    member_type_id: number | null
    expires_on: string
    joined_on: string | null
    parent_id: number | null
    alt_member_id: Generated<string>
    avatar_hash: string | null
    tags: JsonWithDefault<string[]>
    password_hash: string | null
    token_version: Generated<number>
    language: string | null
    created_at: Generated<Date>
    deleted_at: Date | null
    suspended_at: Date | null
    card_code: Generated<string>
    calendar_code: string | null
    email_proved_at: Date | null
    life: Generated<boolean>
    officer_tags: JsonWithDefault<string[]>
    removal_reason: string | null
    officer_note: Generated<string>
  }>
  member_code: OfClub<{
    id: string
    member_id: number
    kind:
      | 'setup'
      | 'invitation'
      | 'temporary'
      | 'email-proof'
      | 'password-undo'
      | 'email-change'
      | 'email-undo'
      | 'link'
    hash: string
    detail: JsonWithDefault<unknown>
    created_at: Date
    expires_at: Date
    wrong_tries: Generated<number>
    ended_at: Date | null
    used_at: Date | null
  }>
  member_mute: OfClub<{
    member_id: number
    created_at: Date
  }>
  member_session: OfClub<{
    id: string
    member_id: number
    token_version: number
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
    only_new_password: Generated<boolean>
  }>
  member_settings: OfClub<{
    member_id: number
    additional_emails: Generated<string>
    auto_renew: boolean | null
    notify_new_file: Generated<boolean>
    notify_new_event: Generated<boolean>
    notify_new_product: Generated<boolean>
    newsletter: Generated<boolean>
    enewsletter: Generated<boolean>
    moderator: Generated<boolean>
    roster: Generated<boolean>
    roster_partner: Generated<boolean>
    roster_locale: Generated<boolean>
    roster_email: Generated<boolean>
    roster_phone: Generated<boolean>
  }>
  member_type: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    label: string
    description: Generated<string>
    price_cents: number
    renew_price_cents: number
    anniversary_renewal: Generated<boolean>
    anniversary_on: string | null
    allow_children: Generated<boolean>
    open: Generated<boolean>
    position: Generated<number>
  }>
  model: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    make_id: number
    label: string
  }>
  moderation_trail: OfClub<{
    id: Generated<number>
    actor_id: number | null
    at: Date
    change: 'edit' | 'delete' | 'hide' | 'restore' | 'mute' | 'unmute'
    post_id: number | null
    classified_id: number | null
    member_id: number | null
    before: JsonWithDefault<unknown>
  }>
  newsletter_mail: OfClub<{
    media_file_id: number
    recipient: string
    queued_at: Date
  }>
  officer: OfClub<{
    id: Generated<number>
    member_id: number
    role: string
    event_id: number | null
    from_at: Date
    until_at: Date | null
    given_by: number | null
    reason: Generated<string>
    taken_at: Date | null
    taken_by: number | null
    taken_reason: Generated<string>
  }>
  order_history: OfClub<{
    id: Generated<number>
    order_id: number
    what: string
    detail: Generated<string>
    at: Date
  }>
  order_line: OfClub<{
    order_id: number
    line: number
    kind: string
    label: string
    quantity: number
    amount_cents: number
    net_cents: number
    item: JsonColumn<unknown>
    given: JsonColumn<unknown> | null
    state: Generated<'pending' | 'delivered' | 'failed' | 'returned' | 'kept'>
    item_id: number | null
    tax_cents: Generated<number>
  }>
  owner_link: OfClub<{
    hash: string
    until_at: Date
  }>
  page: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    name: string
    content: string
    position: Generated<number>
  }>
  paper_change: OfClub<{
    id: Generated<number>
    voter_id: number
    what: 'entered' | 'corrected' | 'voided' | 'restored'
    votes: JsonColumn<string[]>
    reason: Generated<string>
    at: Date
  }>
  payment_attempt: OfClub<{
    order_id: number
    charge: string
    outcome: 'declined' | 'succeeded'
    reason: Generated<string>
    email_folded: string
    at: Date
  }>
  picture: OfClub<{
    hash: string
    kind: 'public' | 'member'
    width: number
    height: number
    bytes: number
  }>
  post: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    member_id: number
    topic_id: number | null
    parent_id: number | null
    message: string
    pictures: JsonWithDefault<string[]>
    created_at: Generated<Date>
    deleted_at: Date | null
    edited_at: Date | null
    hidden_at: Date | null
    hidden_reason: Generated<string>
  }>
  post_reaction: OfClub<{
    post_id: number
    member_id: number
    reaction: number
  }>
  post_report: OfClub<{
    post_id: number
    member_id: number
    reason: 'spam' | 'rude' | 'other'
    note: Generated<string>
    created_at: Date
    closed_at: Date | null
    message: string | null
    pictures: JsonWithDefault<string[]>
  }>
  product: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    name: string
    description: Generated<string>
    pictures: JsonWithDefault<string[]>
    position: Generated<number>
  }>
  purchase_order: OfClub<{
    id: Generated<number>
    key: string
    kind: string
    category: number
    state: Generated<
      | 'pending'
      | 'fulfilled'
      | 'fulfilled_partial'
      | 'expired'
      | 'cancelled'
      | 'refunding'
      | 'refunded'
      | 'review'
    >
    asked_hash: string
    description: string
    member_id: number | null
    email: string
    email_folded: string
    name: Generated<string>
    language: string | null
    sub_total_cents: number
    discount_cents: number
    service_fee_cents: number
    taxes_cents: number
    total_cents: number
    currency: string
    mode: string
    intent_id: string | null
    hold_until: Date | null
    created_at: Date
    paid_at: Date | null
    received_cents: number | null
    settled_at: Date | null
    claimed_at: Date | null
    disputed_at: Date | null
    charged_back_at: Date | null
    look_at: Date | null
    holder: string | null
    card_of: number | null
    card_consent: string | null
    test_mode: Generated<boolean>
    with_saved_card: Generated<boolean>
  }>
  push_subscription: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    endpoint: string
    p256dh: string
    auth: string
    member_id: number | null
    event_id: number | null
    language: string | null
    created_at: Generated<Date>
  }>
  receipt: OfClub<{
    key: string
    principal: string
    action: string
    input_hash: string
    outcome: 'accepted' | 'refused'
    answer: string
    at: Date
  }>
  recurring_job: {
    name: string
    due_at: Date
    locked_until: Date | null
  }
  refund: OfClub<{
    id: string
    order_id: number
    amount_cents: number
    lines: JsonColumn<number[]>
    reason: string
    state: Generated<'asked' | 'sent' | 'succeeded' | 'failed'>
    provider_id: string | null
    tries: Generated<number>
    asked_at: Date
    done_at: Date | null
    hand_return: 'cash' | 'cheque' | 'bounced' | 'mistake' | null
  }>
  renewal: OfClub<{
    member_id: number
    period: string
    state: 'charging' | 'waiting' | 'confirm' | 'stopped' | 'done'
    started_by: 'member' | 'job'
    attempt: Generated<number>
    tries: Generated<number>
    is_job_over: Generated<boolean>
    order_key: string | null
    reason: Generated<string>
    first_try_at: Date | null
    next_try_at: Date | null
    renewed_to: string | null
    changed_at: Date
  }>
  renewal_round: {
    club_id: number
    due_at: Date
  }
  reservation: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    map_element_id: number
    vendor_id: number
    code: Generated<string>
  }>
  returned_shift: OfClub<{
    id: number
    shift_id: number
    fname: string
    lname: string
    email_folded: string
    returned_at: Date
  }>
  ride: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    member_id: number
    year: Generated<string>
    make: Generated<string>
    model: Generated<string>
    engine: Generated<string>
    trim: Generated<string>
    description: Generated<string>
    pictures: JsonWithDefault<string[]>
    created_at: Generated<Date>
  }>
  sandbox_message: {
    id: Generated<number>
    kind: 'sms' | 'mail'
    recipient: string
    subject: Generated<string>
    text: string
    html: Generated<string>
    at: Date
    job_uuid: string | null
    attachments: JsonWithDefault<{ name: string; contentType: string; content: string; cid?: string }[]>
  }
  saved_card: OfClub<{
    id: Generated<number>
    member_id: number
    mode: string
    provider_id: string
    fingerprint: string | null
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    consent: string
    is_default: Generated<boolean>
    order_id: number | null
    created_at: Date
  }>
  scarce_thing: OfClub<{
    thing: string
    turns: Generated<number>
  }>
  sheet: OfClub<{
    event_id: number
    form_id: number
    judge_id: number
    entry_id: number
    sequence: number
    key: string
    made_at: Date
    at: Date
    scores: JsonColumn<Score[]>
    notes: Generated<string>
    late: Generated<boolean>
    withdrawn: Generated<boolean>
    reason: Generated<string>
    moved_to: number | null
    voided_at: Date | null
    changes: JsonWithDefault<SheetChange[]>
  }>
  shift: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    shift_schedule_id: number
    shift_on: string
    start_hour: number
    start_minute: Generated<number>
    duration_minutes: number
    capacity: number
  }>
  shift_schedule: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    name: string
    instructions: Generated<string>
    share_type: Generated<number>
    position: Generated<number>
  }>
  shift_worker: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    shift_id: number
    member_id: number | null
    fname: string
    lname: string
    phone: Generated<string>
    email: string
    email_folded: string
    allow_email_marketing: Generated<boolean>
    swag: Generated<string>
    notes: Generated<string>
    created_at: Generated<Date>
    code: Generated<string>
    confirmed_at: Date | null
    asked_until: Date | null
  }>
  sold_product: OfClub<{
    id: Generated<number>
    order_id: number
    line: number
    inventory_id: number
    product: string
    size: string
    name: string
    address: string
    city: string
    state: string
    zip: string
    country: string
    phone: string
    email: string
    created_at: Date
    shipped_at: Date | null
    void_at: Date | null
  }>
  sold_ticket: OfClub<{
    id: Generated<number>
    order_id: number
    line: number
    number: number
    event_id: number
    ticket_id: number
    code: string
    description: string
    option_values: JsonWithDefault<unknown>
    member_id: number | null
    name: Generated<string>
    address: Generated<string>
    city: Generated<string>
    state: Generated<string>
    zip: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    email_folded: Generated<string>
    allow_email_marketing: Generated<boolean>
    created_at: Date
    used_at: Date | null
    void_at: Date | null
  }>
  stored_object: {
    key: string
    bytes: number | null
    md5: string | null
    wanted_at: Date
    wants: Generated<number>
    stored_at: Date | null
    removing_at: Date | null
  }
  tenant: {
    id: Generated<number>
    uuid: Generated<string>
    slug: string
    suspended: Generated<boolean>
    created_at: Generated<Date>
  }
  ticket: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    description: string
    price_cents: number
    purchase_limit: number
    quantity: number
    availability: Generated<number>
    starts_at: Date
    ends_at: Date
    picture_hash: string | null
    info: Generated<string>
    options: JsonWithDefault<EventOption[]>
    position: Generated<number>
  }>
  topic: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    topic: string
    topic_folded: string
    member_id: number | null
    created_at: Date | null
  }>
  trail: OfClub<{
    id: Generated<number>
    at: Date
    by_member: number | null
    action: string
    kind: string
    thing: string
    event_id: number | null
    label: Generated<string>
    changes: JsonWithDefault<unknown>
    reason: Generated<string>
    key: string | null
  }>
  trail_value: OfClub<{
    trail_id: number
    member_id: number
    field: string
    before: JsonColumn<unknown> | null
    after: JsonColumn<unknown> | null
  }>
  vendor: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    name: string
    goods: Generated<string>
    vendor_type: Generated<number>
    member_id: number | null
    contact_name: Generated<string>
    address: Generated<string>
    city: Generated<string>
    state: Generated<string>
    zip: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    email_folded: Generated<string>
    allow_email_marketing: Generated<boolean>
    tax_id: Generated<string>
    created_at: Generated<Date>
    description: Generated<string>
    order_id: number | null
    sale: number | null
  }>
  voter: OfClub<{
    id: Generated<number>
    ref: Generated<string>
    event_id: number
    uuid: Generated<string>
    voted_at: Date | null
    voided_at: Date | null
  }>
}

/** A table whose rows belong to clubs, each to the one in its `tenant_id`. */
export type ClubTableName = (typeof clubTables)[number]
// biome-ignore format: names alone, several in a line
export const clubTables = [
  'activity', 'additional_email', 'alert', 'alert_delivery', 'ballot', 'ballot_vote', 'card_customer',
  'card_event', 'card_setup', 'classified', 'club', 'criterion', 'delivery_count', 'entry', 'event',
  'event_class', 'event_map', 'event_place', 'favourite', 'folder', 'followed_event', 'hold', 'imported',
  'inventory', 'job', 'judge', 'judge_challenge', 'judge_challenge_device', 'judge_grant', 'judging_form',
  'make', 'map_element', 'media_file', 'member', 'member_code', 'member_mute', 'member_session',
  'member_settings', 'member_type', 'model', 'moderation_trail', 'newsletter_mail', 'officer',
  'order_history', 'order_line', 'owner_link', 'page', 'paper_change', 'payment_attempt', 'picture', 'post',
  'post_reaction', 'post_report', 'product', 'purchase_order', 'push_subscription', 'receipt', 'refund',
  'renewal', 'reservation', 'returned_shift', 'ride', 'saved_card', 'scarce_thing', 'sheet', 'shift',
  'shift_schedule', 'shift_worker', 'sold_product', 'sold_ticket', 'ticket', 'topic', 'trail',
  'trail_value', 'vendor', 'voter',
] as const
