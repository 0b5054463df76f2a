-- The tables of a database of format 1, as Imperator made them.
CREATE TABLE schema_version (
    id INTEGER NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE campaign (
    id VARCHAR NOT NULL,
    name VARCHAR NOT NULL,
    "plan" TEXT NOT NULL,
    seats TEXT NOT NULL,
    created_utc VARCHAR NOT NULL,
    status VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    secret BLOB NOT NULL,
    commitment VARCHAR NOT NULL,
    is_revealed BOOLEAN NOT NULL,
    is_seeded BOOLEAN NOT NULL,
    result TEXT,
    lease_owner VARCHAR NOT NULL,
    lease_until INTEGER NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE timeline (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    parent INTEGER,
    branched_at INTEGER NOT NULL,
    PRIMARY KEY (campaign, timeline)
);
CREATE TABLE battle (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    battle VARCHAR NOT NULL,
    theatre VARCHAR NOT NULL,
    scale VARCHAR NOT NULL,
    setup TEXT NOT NULL,
    status VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    phase_no INTEGER NOT NULL,
    phase VARCHAR NOT NULL,
    done_tick INTEGER NOT NULL,
    head VARCHAR NOT NULL,
    state BLOB NOT NULL,
    report TEXT NOT NULL,
    PRIMARY KEY (campaign, timeline, battle)
);
CREATE TABLE step (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    battle VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    kind VARCHAR NOT NULL,
    phase VARCHAR NOT NULL,
    phase_no INTEGER NOT NULL,
    is_done BOOLEAN NOT NULL,
    events INTEGER NOT NULL,
    inbox TEXT NOT NULL,
    orders TEXT NOT NULL,
    outbox TEXT NOT NULL,
    head VARCHAR NOT NULL,
    PRIMARY KEY (campaign, timeline, battle, version)
);
CREATE INDEX ix_step_tick ON step (tick);
CREATE TABLE event (
    seq INTEGER NOT NULL,
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    battle VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    n INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    body TEXT NOT NULL,
    head VARCHAR NOT NULL,
    PRIMARY KEY (seq),
    UNIQUE (campaign, timeline, battle, version, n)
);
CREATE TABLE message (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    id VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    battle VARCHAR NOT NULL,
    data TEXT NOT NULL,
    cause VARCHAR,
    sent_tick INTEGER NOT NULL,
    due_tick INTEGER NOT NULL,
    status VARCHAR NOT NULL,
    delivered INTEGER,
    reason VARCHAR NOT NULL,
    PRIMARY KEY (campaign, timeline, id)
);
CREATE INDEX message_due ON message (campaign, timeline, battle, status);
CREATE TABLE decision (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    battle VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    n INTEGER NOT NULL,
    body TEXT NOT NULL,
    answer TEXT,
    is_absent BOOLEAN NOT NULL,
    PRIMARY KEY (campaign, timeline, battle, version, n)
);
CREATE TABLE snapshot (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    battle VARCHAR NOT NULL,
    version INTEGER NOT NULL,
    tick INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (campaign, timeline, battle, version)
);
CREATE TABLE row_close (
    campaign VARCHAR NOT NULL,
    timeline INTEGER NOT NULL,
    theatre VARCHAR NOT NULL,
    tick INTEGER NOT NULL,
    battles TEXT NOT NULL,
    head VARCHAR NOT NULL,
    PRIMARY KEY (campaign, timeline, theatre, tick)
);
