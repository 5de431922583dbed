// Written by scripts/client_types.py from the structs of pickomino.rooms.

export interface Absent {
  type: "Absent";
  seat: number;
}

export interface Act {
  type: "Act";
  action: string;
}

export interface Acted {
  type: "Acted";
  seat: number;
  action: string;
  by_bot?: boolean;
}

export interface Agreed {
  type: "Agreed";
  seat: number;
}

export interface AtLeast {
  total: number;
  chance: number;
}

export interface BoldRoll {
  seat: number;
  risk: number;
  dice: number;
}

export interface BotSeat {
  type: "BotSeat";
  bot: string;
}

export interface ChoiceView {
  action: string;
  chance: number;
  failure: number;
}

export interface ChooseStarter {
  type: "ChooseStarter";
  seat: number;
}

export interface CoachChoice {
  action: string;
  value: number;
  cost: number;
  failure: number;
  grade: "costly" | "good" | "inaccurate";
}

export interface CoachView {
  type: "CoachView";
  version: number;
  wfen: string;
  aim: string;
  best: string | null;
  value: number;
  failure: number;
  rolling_failure: number | null;
  expected_worms: number;
  choices: (CoachChoice)[];
  equals: (string)[];
  why: Why | null;
  results: (Result)[];
  at_least: (AtLeast)[];
  judge: string;
}

export interface CommitNonce {
  type: "CommitNonce";
  seat: number;
  commitment: string;
}

export interface CreateRoom {
  type: "CreateRoom";
  seats: (OpenSeat | PersonSeat | BotSeat)[];
  settings?: Settings;
  starter?: number;
}

export interface Created {
  type: "Created";
  code: string;
  token: string;
  version: number;
}

export interface DecisionView {
  event: number;
  chosen: string;
  equals: (string)[];
  cost: number;
  choices: (ChoiceView)[];
  label: "blunder" | "inaccuracy" | "mistake" | null;
  reason: ReasonView | null;
  by_stand_in: boolean;
}

export interface DiceCommitted {
  type: "DiceCommitted";
  game_id: string;
  commitment: string;
  secret?: string;
  time?: string;
  round?: number;
}

export interface Done {
  type: "Done";
  version: number;
  token?: string | null;
  id?: number;
}

export interface Failure {
  returned?: number | null;
  turned?: number | null;
  also_turned?: number | null;
  specialist?: number | null;
}

export interface FinishedGame {
  id: string;
  code: string;
  rules: string;
  names: (string)[];
  scores: (number)[];
  winners: (number)[];
  ended_at: number;
  seats: (number)[];
}

export interface FinishedGameList {
  games: (FinishedGame)[];
}

export interface Frame {
  event?: RoomCreated | SeatChanged | StarterChosen | HostChanged | HostAway | SeatsArranged | DiceCommitted | NonceCommitted | NonceGiven | GameStarted | Rolled | Acted | TurnEnded | GameEnded | Undone | Absent | Returned | TakenOver | Voted | TakenBack | Reacted | RematchOpened | Agreed | null;
  wfen?: string;
  turn?: string;
  seat?: number | null;
  set_aside?: string;
  rolled?: string;
  total?: number;
  has_worm?: boolean;
  claims?: (string)[];
  dice_left?: number;
  failure?: Failure | null;
  scores?: (number)[];
  ranks?: (number)[];
  winners?: (number)[];
  goals?: (Goal)[];
}

export interface GameEnded {
  type: "GameEnded";
  scores: (number)[];
  winners: (number)[];
  is_stopped?: boolean;
  secret?: string;
  seed?: number | null;
}

export interface GameStarted {
  type: "GameStarted";
  game_id: string;
  commitment?: string;
  nonces?: (string)[];
  seed?: number | null;
  starter?: number;
}

export interface GiveNonce {
  type: "GiveNonce";
  seat: number;
  nonce: string;
}

export interface Goal {
  total: number;
  claim: string;
}

export interface Highlights {
  steals?: number;
  failures?: number;
  leads?: number;
  boldest?: BoldRoll | null;
}

export interface HostAway {
  type: "HostAway";
  is_away: boolean;
}

export interface HostChanged {
  type: "HostChanged";
  seat: number;
  host?: string;
}

export interface HostRemove {
  type: "HostRemove";
  seat: number;
}

export interface HostReplaceByBot {
  type: "HostReplaceByBot";
  seat: number;
  bot: string;
}

export interface Join {
  type: "Join";
  name: string;
  seat?: number | null;
}

export interface Leave {
  type: "Leave";
  seat: number;
}

export interface NonceCommitted {
  type: "NonceCommitted";
  seat: number;
  commitment: string;
}

export interface NonceGiven {
  type: "NonceGiven";
  seat: number;
  nonce: string;
}

export interface OpenSeat {
  type: "OpenSeat";
}

export interface PersonSeat {
  type: "PersonSeat";
  name: string;
}

export interface PlayAgain {
  type: "PlayAgain";
}

export interface PositionView {
  wfen: string;
  frame: Frame;
  legal: (string)[];
  advice: CoachView | null;
}

export interface Preview {
  action: string;
  total: number;
  has_worm?: boolean;
  claims?: (string)[];
  goals?: (Goal)[];
  is_failure?: boolean;
}

export interface React {
  type: "React";
  seat: number;
  reaction: string;
}

export interface Reacted {
  type: "Reacted";
  seat: number;
  reaction: string;
}

export interface ReasonView {
  code: string;
  parameters: Record<string, number>;
}

export interface Refused {
  type: "Refused";
  code: string;
  parameters: Record<string, unknown>;
  id: number;
}

export interface Rematch {
  type: "Rematch";
}

export interface RematchOpened {
  type: "RematchOpened";
  order: (number)[];
  starter?: number;
}

export interface Replay {
  type: "Replay";
  code: string;
  game_id: string;
  rules: string;
  names: (string)[];
  seats: (SeatView)[];
  commitment: string;
  nonces: (string)[];
  dice_time: string;
  dice_round: number;
  dice_starter: string;
  frames: (Frame)[];
  secret: string;
  seed: number | null;
  is_over: boolean;
}

export interface Request {
  command: Join | Leave | SetSeat | ChooseStarter | Start | CommitNonce | GiveNonce | Act | Undo | TakeBack | HostRemove | HostReplaceByBot | Vote | React | Rematch | PlayAgain;
  expected?: number | null;
  protocol?: number;
  id?: number;
}

export interface Result {
  claim: string;
  chance: number;
}

export interface Returned {
  type: "Returned";
  seat: number;
}

export interface ReviewView {
  judge: string;
  is_rough: boolean;
  turns: (TurnView)[];
  seats: (SumsView)[];
}

export interface Reviewing {
  game: FinishedGame;
  review: ReviewView | null;
  share: number;
  place: number;
}

export interface RollView {
  event: number;
  roll: string;
  luck: (number)[];
}

export interface Rolled {
  type: "Rolled";
  seat: number;
  roll: string;
}

export interface Room {
  code: string;
  settings: Settings;
  seats: (SeatView)[];
  names: (string)[];
  game_id: string;
  commitment: string;
  dice_time: string;
  dice_round: number;
  nonce_commitments: (string)[];
  dice_starter: string;
  starter: number | null;
  score: Score;
}

export interface RoomCreated {
  type: "RoomCreated";
  code: string;
  settings: Settings;
  seats: (Seat)[];
  host?: string;
  seed?: number | null;
  starter?: number;
  score?: Score;
}

export interface RoomSummary {
  code: string;
  phase: "lobby" | "nonces" | "over" | "playing";
  settings: Settings;
  seats: (SeatView)[];
  version: number;
  created_at: number;
  updated_at: number;
  turn: string;
  scores: (number)[];
}

export interface RoomView {
  type: "RoomView";
  version: number;
  phase: "lobby" | "nonces" | "over" | "playing";
  room?: Room;
  frames?: (Frame)[];
  is_whole?: boolean;
  deadline?: number | null;
  now?: number;
  you?: You;
  highlights?: Highlights | null;
}

export interface Score {
  games: number;
  wins: (number)[];
  worms: (number)[];
  winners: (number)[];
}

export interface Seat {
  kind?: "bot" | "open" | "person";
  name?: string;
  bot?: string;
  token?: string;
}

export interface SeatChanged {
  type: "SeatChanged";
  seat: number;
  now: Seat;
  by?: "" | "host" | "vote";
}

export interface SeatView {
  kind: "bot" | "open" | "person";
  name: string;
  bot: string;
  is_host: boolean;
  is_absent: boolean;
  stand_in: string;
  agrees: boolean;
}

export interface SeatsArranged {
  type: "SeatsArranged";
  order: (number)[];
}

export interface SetSeat {
  type: "SetSeat";
  seat: number;
  plan: OpenSeat | PersonSeat | BotSeat;
}

export interface Settings {
  rules: string;
  practice: boolean;
  hints: boolean;
  turn_seconds: number;
  is_public: boolean;
  turn_limit: number;
  starter: "host" | "lot" | "youngest";
  match_games: number;
  match_wins: number;
}

export interface SpecialistMoved {
  specialist: number;
  before: number;
  after: number;
}

export interface Start {
  type: "Start";
}

export interface StarterChosen {
  type: "StarterChosen";
  seat: number;
}

export interface SumsView {
  start: number;
  own_luck: number;
  rivals_luck: number;
  gifts: number;
  given_away: number;
  stand_ins: number;
  remainder: number;
  result: number;
}

export interface TakeBack {
  type: "TakeBack";
  seat: number;
}

export interface TakenBack {
  type: "TakenBack";
  seat: number;
}

export interface TakenOver {
  type: "TakenOver";
  seat: number;
  bot: string;
  reason: "absence" | "clock" | "dice" | "host";
}

export interface TurnEnded {
  type: "TurnEnded";
  seat: number;
  result: string;
  reason?: string | null;
  total?: number | null;
  tile?: number | null;
  robbed?: number | null;
  returned?: number | null;
  turned?: number | null;
  also_turned?: number | null;
  specialists?: (SpecialistMoved)[];
  bratwurms?: (number)[];
}

export interface TurnView {
  label: string;
  seat: number;
  before: (number)[];
  rolls: (RollView)[];
  decisions: (DecisionView)[];
}

export interface TutorialStep {
  id: string;
  chapter: string;
  lesson: number;
  frames: (Frame)[];
  legal: (string)[];
  expects: string | null;
  previews?: (Preview)[];
}

export interface Undo {
  type: "Undo";
}

export interface Undone {
  type: "Undone";
  kept: number;
}

export interface Vote {
  type: "Vote";
  seat: number;
}

export interface Voted {
  type: "Voted";
  seat: number;
  by: number;
}

export interface Why {
  code: string;
  parameters: Record<string, number>;
  other: string;
}

export interface You {
  seats?: (number)[];
  is_host?: boolean;
  is_your_turn?: boolean;
  legal?: (string)[];
  commitments_wanted?: (number)[];
  nonces_wanted?: (number)[];
  can_undo?: boolean;
  previews?: (Preview)[];
}

export type Command = Join | Leave | SetSeat | ChooseStarter | Start | CommitNonce | GiveNonce | Act | Undo | TakeBack | HostRemove | HostReplaceByBot | Vote | React | Rematch | PlayAgain;

export type Event = RoomCreated | SeatChanged | StarterChosen | HostChanged | HostAway | SeatsArranged | DiceCommitted | NonceCommitted | NonceGiven | GameStarted | Rolled | Acted | TurnEnded | GameEnded | Undone | Absent | Returned | TakenOver | Voted | TakenBack | Reacted | RematchOpened | Agreed;
